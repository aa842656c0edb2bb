"""The journal: every event of every match, on disk before anybody sees it."""
