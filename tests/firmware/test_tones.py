"""Tones: what is heard with what is seen, and that quiet is quiet."""

from __future__ import annotations

import pytest
from tower.scenes import Scene
from tower.tones import Tones


def heard(scene: Scene, quiet: bool = False) -> list[int]:
    """What sounds, every five milliseconds for three seconds."""
    tones = Tones()
    tones.quiet = quiet
    return [tones.sounds(scene, now) for now in range(0, 3000, 5)]


def notes(sounds: list[int]) -> int:
    return sum(a == 0 and b > 0 for a, b in zip([0, *sounds], sounds, strict=False))


@pytest.mark.parametrize("name", ["armed", "tumble", "win", "fault", "lost", "time"])
def test_a_scene_is_heard_once_and_then_there_is_silence(name: str) -> None:
    sounds = heard(Scene(name, 0))
    assert any(sounds)
    assert not any(sounds[300:])


def test_no_two_scenes_sound_alike() -> None:
    names = ("armed", "tumble", "win", "fault", "lost", "time")
    assert len({tuple(heard(Scene(name, 0))) for name in names}) == len(names)


def test_time_that_is_up_is_heard_and_time_that_runs_out_is_not() -> None:
    assert notes(heard(Scene("time", 0))) == 2
    assert not any(heard(Scene("time", 0).runs_out(20, 30, False)))


def test_every_die_is_heard_coming_to_rest() -> None:
    for dice in range(1, 9):
        assert notes(heard(Scene("show", 0).put("a", 0, (1,) * dice))) == dice


def test_dice_are_not_heard_before_they_are_seen() -> None:
    sounds = heard(Scene("plain", 800).put("", 0, (1, 2)))
    assert not any(sounds[:160])
    assert any(sounds[160:])


def test_rest_scenes_and_quiet_towers_are_silent() -> None:
    assert not any(heard(Scene("idle", 0)))
    assert not any(heard(Scene("fault", 0), quiet=True))
    assert not any(heard(Scene("show", 0).put("a", 0, (1,)), quiet=True))
