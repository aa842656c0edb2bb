"""The house: every table of this host, and what each one is doing."""
