"""Whatever happens on the wire, a roll has one outcome; the long variant is ``make fuzz``."""

from __future__ import annotations

from hypothesis import settings

from tests.fuzz.wire import AnyMishap

AnyMishap.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)

TestWhateverHappensOnTheWireARollHasOneOutcome = AnyMishap.TestCase
