"""A venue of many hosts: which of them are there, which plays a match, and links good at each."""
