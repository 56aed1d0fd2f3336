"""Statistics: small pure functions after published formulas."""
