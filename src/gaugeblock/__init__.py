"""gaugeblock measures LLM agents and, first, the judge that measures them."""
