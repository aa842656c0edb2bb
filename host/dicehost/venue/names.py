"""What the servers and hosts of a venue call what they share."""

HOSTS = "dicetower-hosts"
"""The bucket in which each host says that it is there."""
SEATS = "dicetower-seats"
"""The bucket in which hosts tell each other of seats."""
LOOK = "dicetower.servers"
"""Whoever asks this is told by every server how it is configured."""
