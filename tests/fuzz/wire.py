"""A match over a bad cable, whatever happens to it, and what is held against it."""

from __future__ import annotations

from collections import Counter

from dicehost.past import proof
from dicerules.core import Over, Roll
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.fuzz.cable import HARMS, OneProcess

PATIENCE = 120
"""Seconds of the loop's time in which a healed cable must bring an outcome; far above the need."""


class AnyMishap(OneProcess, RuleBasedStateMachine):
    """Frames dropped, cut, flipped, repeated, late and merged; plugs pulled; either end restarted.

    What is held against it: a roll id has one outcome, each was committed to in the journal before
    and fits, no face is lit that is not written down, nothing raises, and once the cable is well
    the next roll comes.
    """

    ways = st.sampled_from(["in", "out"])

    @initialize()
    def it_begins(self) -> None:
        self.begin()

    @rule(ms=st.integers(1, 3000))
    def time_passes(self, ms: int) -> None:
        self.let_pass(ms)

    @rule(way=ways, harms=st.lists(st.sampled_from(HARMS), min_size=1, max_size=8))
    def the_cable_goes_bad(self, way: str, harms: list[str]) -> None:
        self.cable.harms[way].extend(harms)

    @rule(ms=st.integers(1, 300))
    def somebody_presses_the_tower(self, ms: int) -> None:
        if self.cable.desk:
            self.cable.desk.press(self.cable.now)
        self.let_pass(ms)

    @rule(ms=st.integers(1, 300))
    def somebody_presses_on_a_screen(self, ms: int) -> None:
        self.roller.press(self.clerk.match.roll_id)
        self.let_pass(ms)

    @rule(ms=st.integers(0, 8000))
    def the_tower_is_unplugged_for_a_while(self, ms: int) -> None:
        self.cable.unplug()
        self.let_pass(ms)
        self.cable.plug()

    @rule()
    def the_tower_restarts(self) -> None:
        if self.cable.desk:
            self.cable.power_up()

    @rule()
    def the_host_restarts(self) -> None:
        self.stop_host()
        self.start_host()

    @invariant()
    def an_id_has_one_outcome(self) -> None:
        if hasattr(self, "clerk"):
            counted = Counter(outcome.id for outcome in self.outcomes)
            assert not [key for key, times in counted.items() if times > 1], counted

    @invariant()
    def every_lit_face_is_written_down(self) -> None:
        desk = self.cable.desk if hasattr(self, "cable") else None
        scene = desk.scene(self.cable.now) if desk else None
        if scene is not None and scene.faces and scene.name != "plain":
            known = {outcome.id: outcome.event.faces for outcome in self.outcomes}
            assert scene.faces == known.get(scene.roll, ())[: len(scene.faces)], scene.roll

    @invariant()
    def nothing_raises(self) -> None:
        if hasattr(self, "complaints"):
            assert not self.complaints.said, self.complaints.said
            assert not [task for task in (self.beat, *self.tasks) if task.done()]

    def teardown(self) -> None:
        if not hasattr(self, "tasks"):
            return
        try:
            self.comes_to_a_good_end()
        finally:
            self.end()

    def comes_to_a_good_end(self) -> None:
        for harms in self.cable.harms.values():
            harms.clear()
        before, end = len(self.outcomes), self.loop.time() + PATIENCE
        while isinstance(self.clerk.match.need, Roll) and len(self.outcomes) == before:
            assert self.loop.time() < end, "the cable is well and no roll comes"
            self.roller.press(self.clerk.match.roll_id)
            self.let_pass(200)
        assert isinstance(self.clerk.match.need, Roll | Over)
        self.nothing_raises()
        found = proof.check(self.clerk.game, self.clerk.entries)
        assert found.count("fits") == len(self.outcomes), found.rolls
        assert not found.refused
