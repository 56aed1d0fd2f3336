"""Jobs: what the commands do, without the command line."""
