"""Files read and written: golden sets, rubrics, labels, certificates."""
