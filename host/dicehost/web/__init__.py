"""The web: routes, models and pages. Nothing imports it but the start."""
