"""Believing a judge: the prompt, the reading of its reply, the checking of its evidence, the verdict."""
