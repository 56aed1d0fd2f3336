"""Results databases: adapters of the `Store` port."""
