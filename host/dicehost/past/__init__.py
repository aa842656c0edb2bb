"""Matches that were played: replays, history, export and import, fairness."""
