"""The REST interface describes itself: every route, what it takes, gives and refuses with."""

from __future__ import annotations

from typing import Any

from tests.evening import Host


def test_every_route_is_described_with_its_answers(host: Host) -> None:
    with host.client() as client:
        spec: dict[str, Any] = client.get("/openapi.json").json()
    paths = spec["paths"]
    assert {
        "/api/games",
        "/api/matches",
        "/api/matches/{match}/commands",
        "/api/matches/{match}/links",
        "/api/towers",
    } <= set(paths)
    for path, methods in paths.items():
        for method, told in methods.items():
            where = f"{method} {path}"
            assert told["description"].endswith("."), where
            assert told["responses"]["4XX"]["content"], where
            if method == "post":
                assert "requestBody" in told or path.endswith(("/rekey", "/again")), where
