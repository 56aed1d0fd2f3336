"""Judge models: adapters of the `Model` port."""
