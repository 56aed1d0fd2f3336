"""Settings: the suite file, the environment and the flags, frozen."""
