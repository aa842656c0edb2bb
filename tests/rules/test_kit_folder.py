"""The kit looks through a game's folder: files, options, presets, and words for all it can say.

Each broken folder is High Star's with one file changed.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Ask, Game, Over, Roll, RuleError, View
from dicerules.intro import read_intro
from dicerules.kit import KitError, check, check_folder
from dicerules.simulate import summarise
from dicerules.views import Note
from dicerules.words import message
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from tests.rules import little

STAR = little.GAME
CODE = '''"""What the game says."""

from dicerules.errors import RuleError
from dicerules.words import Message, message

'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(str(STAR.folder), tmp_path / "star")


def caught(game: Game) -> str:
    with pytest.raises(KitError) as broken:
        check_folder(game)
    return str(broken.value)


def in_(folder: Path, **parts: Any) -> Game:
    return replace(STAR, folder=folder, **parts)


def without_cards(folder: Path) -> Game:
    (folder / "cards.toml").unlink(missing_ok=True)

    def start(options: Any, seats: int, cards: Any) -> Any:
        assert cards is None
        return little.start(options, seats, 8)

    return in_(folder, read_cards=None, start=start)


@pytest.mark.parametrize("key", sorted(games()))
def test_every_built_in_game_has_a_sound_folder(key: str) -> None:
    check_folder(games()[key])


class TestAMissingFile:
    @pytest.mark.parametrize("file", ["RULES.md", "cards.toml", "words/en.toml"])
    def test_is_named(self, folder: Path, file: str) -> None:
        (folder / file).unlink()
        assert caught(in_(folder)) == f"star: expected a file {file} in the game's folder, got none"
        with pytest.raises(KitError, match=file):
            check(in_(folder), 2, Random(1).randrange)

    def test_is_named_when_the_whole_folder_is_missing(self, tmp_path: Path) -> None:
        assert "expected a file words/en.toml" in caught(in_(tmp_path / "nowhere"))

    @pytest.mark.parametrize("file", ["presets.toml", "words/en.toml", "words/de.toml"])
    def test_or_one_that_is_no_toml_is_named(self, folder: Path, file: str) -> None:
        (folder / file).write_text("[")
        assert caught(in_(folder)).startswith(f"star: expected TOML in {file}, got a mistake: ")


class TestCards:
    def test_are_optional(self, folder: Path) -> None:
        game = without_cards(folder)
        assert default_cards(game) is None
        check(game, 2, Random(1).randrange, matches=2)
        assert summarise(game, 2, range(2), Random(1).randrange).matches == 2

    def test_of_a_game_that_reads_none_are_refused(self, folder: Path) -> None:
        game = in_(folder, read_cards=None)
        assert "expected read_cards for cards.toml, got none" in caught(game)


class TestPresets:
    def test_start_at_every_number_of_seats(self, folder: Path) -> None:
        def start(options: Any, seats: int, cards: Any) -> Any:
            if options.bank == 99 and seats == 4:
                raise RuleError("not_asked", seat=3)
            return little.start(options, seats, cards)

        (folder / "presets.toml").write_text("[rich]\nbank = 99\n")
        words = folder / "words" / "en.toml"
        words.write_text(words.read_text() + '[preset.rich]\nname = "Rich"\nhow = "More coins."\n')
        said = caught(in_(folder, start=start))
        assert "star: preset rich cannot be played by 4: expected no RuleError" in said
        check_folder(in_(folder))

    def test_and_the_usual_options_too(self, folder: Path) -> None:
        def view(state: Any, viewer: int) -> View:
            raise KeyError(viewer)

        said = caught(in_(folder, view=view))
        assert said == "star: the usual options cannot be played by 2: expected no KeyError(-1)"

    def test_have_options_that_the_game_has(self, folder: Path) -> None:
        class Lax(BaseModel):
            model_config = ConfigDict(extra="ignore")
            bank: int = Field(20, title="Bank", description="Coins in the bank.")

        (folder / "presets.toml").write_text("[rich]\nbanc = 99\n")
        words = folder / "words" / "en.toml"
        words.write_text(words.read_text() + '[preset.rich]\nname = "Rich"\nhow = "More coins."\n')
        said = caught(in_(folder, options=Lax))
        assert "preset rich sets options that are not there: ['banc']" in said

    def test_have_words(self, folder: Path) -> None:
        (folder / "presets.toml").write_text("[rich]\nbank = 99\n")
        assert "expected words for ['preset.rich.how', 'preset.rich.name']" in caught(in_(folder))

    def test_have_names_without_blanks(self, folder: Path) -> None:
        (folder / "presets.toml").write_text('["very rich"]\nbank = 99\n')
        assert "expected a preset's name without blanks, got 'very rich'" in caught(in_(folder))


class TestWordsAreFoundByLooking:
    """Nothing here is ever said in a match: the kit reads the game's source."""

    @pytest.mark.parametrize(
        ("code", "key"),
        [
            ('message("seldom")', "seldom"),
            ('message(key="seldom")', "seldom"),
            ('Message("seldom")', "seldom"),
            ('RuleError("seldom")', "refusal.seldom"),
            ('message("guess" if 1 > 2 else "seldom")', "seldom"),
            ('message("sel" + "dom")', "seldom"),
            ('message("guess", why=message("seldom"))', "seldom"),
            ('def tell(key):\n    return message(key)\n\ntell("seldom")', "seldom"),
            ('def tell(n, key="seldom"):\n    return message(key)', "seldom"),
            ('def tell(key):\n    return message(f"news.{key}")\n\ntell("rare")', "news.rare"),
            ('def tell():\n    key = "seldom"\n    return message(key)', "seldom"),
            (
                'KEYS = {1: "low", 2: "seldom"}\n\ndef f(n):\n    return message(KEYS[n])',
                "seldom",
            ),
            ("from dicerules.words import message as say\n\nsay('seldom')", "seldom"),
            ("import dicerules.words as w\n\nw.message('seldom')", "seldom"),
        ],
    )
    def test_for_a_key(self, folder: Path, code: str, key: str) -> None:
        (folder / "play.py").write_text(f"{CODE}{code}\n")
        said = caught(in_(folder))
        assert said.startswith(f"star: play.py, line {4 + _line(code)}: expected words for '{key}'")

    def test_for_a_pattern_that_no_key_fits(self, folder: Path) -> None:
        (folder / "deep").mkdir()
        (folder / "deep" / "tell.py").write_text(CODE + 'message(f"mood.{len(CODE)}")\n')
        said = caught(in_(folder))
        assert (
            "deep/tell.py, line 6: expected words for 'mood.*', got none in words/en.toml" in said
        )

    def test_for_a_key_passed_to_another_module(self, folder: Path) -> None:
        (folder / "tell.py").write_text(f"{CODE}def tell(key):\n    return message(key)\n")
        (folder / "play.py").write_text('from star.tell import tell\n\ntell("seldom")\n')
        assert "expected words for 'seldom'" in caught(in_(folder))

    def test_for_a_blank_that_gets_no_fact(self, folder: Path) -> None:
        (folder / "play.py").write_text(CODE + 'message("card", seat=1)\n')
        said = caught(in_(folder))
        assert "expected facts for ['card'] in 'Your card is {card}.', got ['seat']" in said

    @pytest.mark.parametrize(
        "code",
        [
            'message("guess")',
            'message("send")',
            'message("card", **{"card": 1})',
            'message(f"news.{len(CODE)}")',
            'RuleError("not_asked", seat=0)',
            'def tell(key):\n    if key in "high low":\n        message(key)\n\ntell("seldom")',
            "message(unknown())",
            "message(f'{unknown()}')",
            'print("seldom")',
        ],
    )
    def test_and_nothing_else_is_refused(self, folder: Path, code: str) -> None:
        (folder / "play.py").write_text(f"{CODE}{code}\n")
        check_folder(in_(folder))

    def test_a_module_that_is_no_python_is_named(self, folder: Path) -> None:
        (folder / "play.py").write_text("def")
        assert caught(in_(folder)).startswith("star: expected Python in play.py, got a mistake: ")


def _line(code: str) -> int:
    """The line of the code that says it, from 1."""
    lines = code.splitlines()
    said = [at for at, line in enumerate(lines, 1) if "essage(" in line and "import" not in line]
    said += [at for at, line in enumerate(lines, 1) if "Error(" in line or line.startswith("say(")]
    return 1 + said[0]


class TestHeadlines:
    def test_have_a_chapter_of_the_rules(self, folder: Path) -> None:
        self.cut(folder, 'guess = "The bets"\n', once_after="[chapter.headline]")
        assert "expected words for 'chapter.headline.guess', got none" in caught(in_(folder))

    def test_name_a_chapter_that_is_there(self, folder: Path) -> None:
        rules = folder / "RULES.md"
        rules.write_text(rules.read_text().replace("## The bets", "## Bets"))
        said = caught(in_(folder))
        assert "expected a chapter '## The bets' in RULES.md for 'chapter.headline.guess'" in said

    def test_say_what_happens_when_time_is_up(self, folder: Path) -> None:
        self.cut(folder, 'guess = "1 coin is bet on low"\n', once_after="[late]")
        assert "expected words for 'late.guess', got none" in caught(in_(folder))

    def test_have_no_words_for_a_headline_that_is_not_there(self, folder: Path) -> None:
        words = folder / "words" / "en.toml"
        words.write_text(words.read_text().replace("[late]\n", '[late]\nmoon = "the moon sets"\n'))
        assert "expected words for 'headline.moon', as there are some for 'late.moon'" in caught(
            in_(folder)
        )

    @pytest.mark.parametrize(
        ("moment", "expected"),
        [
            (Ask, "begins with headline. while Ask, got 'guess'"),
            (Roll, "begins with roll. while Roll, got 'guess'"),
            (Over, "is headline.over while Over, got 'guess'"),
        ],
    )
    def test_begin_with_the_word_that_help_looks_for(self, moment: type, expected: str) -> None:
        def view(state: Any, viewer: int) -> View:
            shown, now = little.view(state, viewer), little.need(state)
            return replace(shown, headline=message("guess")) if type(now) is moment else shown

        with pytest.raises(KitError) as broken:
            check(replace(STAR, view=view), 3, Random(1).randrange, matches=1)
        assert f"expected a headline whose key {expected}" in str(broken.value)

    def cut(self, folder: Path, line: str, once_after: str) -> None:
        words = folder / "words" / "en.toml"
        before, mark, after = words.read_text().partition(once_after)
        assert line in after
        words.write_text(before + mark + after.replace(line, "", 1))


class TestOtherLanguages:
    def test_say_nothing_that_english_does_not(self, folder: Path) -> None:
        (folder / "words" / "de.toml").write_text('gess = "Hoch oder tief?"\n')
        assert caught(in_(folder)) == (
            "star: expected words for 'gess' in words/en.toml, as words/de.toml has some, got none"
        )

    def test_have_no_blank_that_english_has_not(self, folder: Path) -> None:
        (folder / "words" / "de.toml").write_text('guess = "{who}, hoch oder tief?"\n')
        assert "expected blanks [] at most in 'guess' of words/de.toml, got ['who']" in caught(
            in_(folder)
        )


def test_the_list_of_cards_has_words(folder: Path) -> None:
    game = in_(folder, card_list=lambda cards: (Note("moon", message("moon")),))
    assert "expected words for 'moon'" in caught(game)


class TestIntro:
    STEP = '[[step]]\ntext = {{ key = "send" }}\npicture = [{}]\n'
    NOTE = '{ type = "note", key = "n", text = { key = "send" } }'

    def written(self, folder: Path, picture: str, times: int = 4) -> Game:
        (folder / "intro.toml").write_text(self.STEP.format(picture) * times)
        return in_(folder)

    def test_four_steps_with_pictures_are_an_introduction(self, folder: Path) -> None:
        check_folder(self.written(folder, self.NOTE))

    def test_three_steps_are_too_few(self, folder: Path) -> None:
        assert "4 to 6 steps" in caught(self.written(folder, self.NOTE, 3))

    def test_a_step_has_a_picture(self, folder: Path) -> None:
        assert "a picture for the step 'send'" in caught(self.written(folder, ""))

    def test_its_sentences_have_words(self, folder: Path) -> None:
        unsaid = self.NOTE.replace("send", "intro.unsaid")
        assert "words for 'intro.unsaid'" in caught(self.written(folder, unsaid))

    def test_its_dice_can_be_drawn(self, folder: Path) -> None:
        die = '{ value = 2, kind = "x" }'
        dice = f'{{ type = "dice", key = "d", label = {{ key = "send" }}, dice = [{die}] }}'
        assert "picture of face 2 of 'x'" in caught(self.written(folder, dice))

    def test_a_mistake_in_its_shape_is_told(self, folder: Path) -> None:
        assert "intro.toml" in caught(self.written(folder, '{ type = "nothing" }'))


@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_here_has_an_introduction(key: str) -> None:
    assert read_intro(games()[key])
