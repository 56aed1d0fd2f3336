"""Agents under test: adapters of the `Target` port."""
