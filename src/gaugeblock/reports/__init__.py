"""Reports: one summary of a run, and a format each."""
