"""Commands for who runs a tournament; they ask the service that is running with the same folder."""

from __future__ import annotations

import argparse
import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import msgspec

from dicehost.cli.arguments import Commands, add_data_dir, data_dir, positive
from dicehost.errors import HostError, TournamentError

if TYPE_CHECKING:
    from dicehost.outside.tournament_told import TournamentTold

TIE_BREAKS = {
    "points": "by points",
    "opponents": "by the points of their opponents",
    "beaten": "by the points of those they beat",
    "wins": "by tables won",
    "level": "level",
    "": "",
}
DONE = {
    "player_entered": "somebody who was entered",
    "player_left": "somebody who dropped out",
    "player_returned": "somebody who came back",
    "round_paired": "a round that was paired",
    "table_started": "a table that was started",
    "result_given": "a result",
    "tournament_ended": "the end of the tournament",
}


def add(commands: Commands) -> None:
    """Add the command, which has commands of its own."""
    about = "run a tournament on the service that is running"
    parts = commands.add_parser("tournament", help=about).add_subparsers(
        required=True, metavar="WHAT"
    )
    opening = parts.add_parser("new", help="open a tournament")
    opening.add_argument("name", metavar="NAME")
    opening.add_argument("--game", required=True, metavar="GAME", help="as 'games' lists them")
    opening.add_argument("--round-robin", action="store_true", help="default: Swiss")
    opening.add_argument("--size", type=positive, default=2, metavar="N", help="seats at a table")
    opening.add_argument("--rounds", type=positive, default=0, metavar="N")
    opening.add_argument(
        "--points", type=_points, metavar="P,P,...", help="of each rank, the first place's first"
    )
    opening.add_argument("--player", action="append", default=[], metavar="NAME", help="repeatable")
    opening.set_defaults(run=_open)
    _part(parts, "list", "list the tournaments").set_defaults(run=_list)
    for name, help_text, run in (
        ("show", "print the standings and the round that is played", _show),
        ("pair", "pair the next round", _pair),
        ("back", "take back whatever was done last", _take_back),
        ("end", "end it early", _end),
    ):
        _add_id(_part(parts, name, help_text)).set_defaults(run=run)
    for name, help_text, run in (
        ("enter", "enter a player", _enter),
        ("drop", "let a player drop out", _drop),
        ("return", "let a player come back", _return),
    ):
        part = _part(parts, name, help_text)
        part.add_argument("player", metavar="NAME")
        _add_id(part).set_defaults(run=run)
    start = _part(parts, "start", "open the match of a table, or of every table of the round")
    start.add_argument("--table", type=positive, metavar="N", help="default: all")
    start.add_argument("--tower", default="", metavar="ID", help="default: a free one")
    _add_id(start).set_defaults(run=_start)
    result = _part(parts, "result", "say or correct how a table ended")
    result.add_argument("table", type=positive, metavar="TABLE")
    result.add_argument("ranks", nargs="+", metavar="NAME=RANK")
    result.add_argument("--round", type=positive, metavar="N", help="default: the latest")
    _add_id(result).set_defaults(run=_result)
    for part in parts.choices.values():
        add_data_dir(part)


def _points(text: str) -> list[int]:
    numbers = text.split(",")
    if not all(number.strip().isdigit() for number in numbers):
        raise argparse.ArgumentTypeError(f"expected numbers such as 5,3,1; got {text!r}")
    return [int(number) for number in numbers]


def _part(parts: Commands, name: str, help_text: str) -> argparse.ArgumentParser:
    return parts.add_parser(name, help=help_text)


def _add_id(part: argparse.ArgumentParser) -> argparse.ArgumentParser:
    part.add_argument("--id", metavar="TOURNAMENT", help="default: the only one that is not over")
    return part


def _read(answer: Any) -> TournamentTold:
    from dicehost.outside.tournament_told import TournamentTold

    return msgspec.convert(answer, TournamentTold)


def _all(asked: argparse.Namespace) -> list[TournamentTold]:
    return [_read(one) for one in _ask(asked)]


def _ask(asked: argparse.Namespace, path: str = "", body: dict[str, Any] | None = None) -> Any:
    from dicehost.screens.seats import owner_key
    from dicehost.serving import read_serving
    from dicehost.wording import Refusal

    folder = data_dir(asked)
    serving = read_serving(folder)
    if serving is None:
        raise TournamentError("tournament.silent", address=str(folder))
    address = serving.here
    headers = {
        "Authorization": f"Bearer {owner_key(folder / 'owner.key')}",
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(  # noqa: S310 - our own service's address
        f"{address}/api/tournaments{path}",
        None if body is None else json.dumps(body).encode(),
        headers,
    )
    try:
        with urllib.request.urlopen(request, timeout=150) as answer:  # noqa: S310 - as above
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        said = msgspec.json.decode(refusal.read(), type=Refusal)
        raise HostError(said.code, **said.say.facts) from None
    except OSError:
        raise TournamentError("tournament.silent", address=address) from None


def _chosen(asked: argparse.Namespace) -> TournamentTold:
    known = _all(asked)
    if asked.id is not None:
        found = [one for one in known if one.id == asked.id]
    else:
        found = [one for one in known if one.now != "over"] or known[-1:]
    if len(found) != 1:
        raise TournamentError("tournament.which", ids=", ".join(one.id for one in known) or "none")
    return found[0]


def _change(
    asked: argparse.Namespace, told: TournamentTold, path: str, **body: Any
) -> TournamentTold:
    return _read(_ask(asked, f"/{told.id}/{path}", {"line": told.line, **body}))


def _player(told: TournamentTold, name: str) -> int:
    for number, player in enumerate(told.players):
        if player.name.casefold() == name.strip().casefold():
            return number
    raise TournamentError("tournament.nobody", got=name[:40])


def _open(asked: argparse.Namespace) -> None:
    body: dict[str, Any] = {
        "name": asked.name,
        "game": asked.game,
        "mode": "round_robin" if asked.round_robin else "swiss",
        "size": asked.size,
        "rounds": asked.rounds,
        "players": asked.player,
    }
    if asked.points is not None:
        body["points"] = asked.points
    told = _read(_ask(asked, "", body))
    print(f"{told.id}  {told.name}: {told.title}, {len(told.players)} players")


def _list(asked: argparse.Namespace) -> None:
    for one in _all(asked):
        played = f"{len(one.rounds)} of {one.rounds_planned or 'all'} rounds"
        print(f"{one.id}  {one.name}: {one.title}, {len(one.players)} players, {played}, {one.now}")


def _show(asked: argparse.Namespace) -> None:
    _print(_chosen(asked))


def _pair(asked: argparse.Namespace) -> None:
    _print_round(_change(asked, _chosen(asked), "pair"))


def _start(asked: argparse.Namespace) -> None:
    told = _chosen(asked)
    tables = told.rounds[-1].tables if told.rounds else ()
    waiting = [number for number, one in enumerate(tables) if not one.match and not one.ranks]
    for table in waiting if asked.table is None else [asked.table - 1]:
        told = _change(asked, told, f"tables/{table}/start", tower=asked.tower)
        print(f"Table {table + 1} plays match {told.rounds[-1].tables[table].match}.")


def _result(asked: argparse.Namespace) -> None:
    told = _chosen(asked)
    number = (asked.round or len(told.rounds)) - 1
    tables = told.rounds[number].tables if 0 <= number < len(told.rounds) else ()
    seated = tables[asked.table - 1].players if asked.table <= len(tables) else ()
    ranks = dict(_rank(told, text) for text in asked.ranks)
    body = [ranks.get(player, 0) for player in seated] or [0, 0]
    table = asked.table - 1
    _print(_change(asked, told, f"rounds/{max(number, 0)}/tables/{table}/result", ranks=body))


def _rank(told: TournamentTold, text: str) -> tuple[int, int]:
    name, _, rank = text.rpartition("=")
    if not rank.isdigit():
        raise TournamentError("tournament.rank", got=text[:40])
    return _player(told, name), int(rank)


def _enter(asked: argparse.Namespace) -> None:
    told = _change(asked, _chosen(asked), "players", name=asked.player)
    print(f"{told.players[-1].name} takes part from the next round on.")


def _drop(asked: argparse.Namespace) -> None:
    told = _chosen(asked)
    _change(asked, told, f"players/{_player(told, asked.player)}/leave")
    print(f"{asked.player} is paired no more.")


def _return(asked: argparse.Namespace) -> None:
    told = _chosen(asked)
    _change(asked, told, f"players/{_player(told, asked.player)}/return")
    print(f"{asked.player} takes part again from the next round on.")


def _take_back(asked: argparse.Namespace) -> None:
    told = _chosen(asked)
    _change(asked, told, "take_back")
    print(f"Taken back: {DONE[told.last]}.")


def _end(asked: argparse.Namespace) -> None:
    _print(_change(asked, _chosen(asked), "end"))


def _print(told: TournamentTold) -> None:
    print(f"{told.name}: {told.title}, round {len(told.rounds)} of {told.rounds_planned or 'all'}")
    for row in told.standings:
        player = told.players[row.player]
        why = f"  {TIE_BREAKS[row.decided]}" if row.decided not in ("", "points") else ""
        left = " (dropped out)" if player.left else ""
        print(f"{row.place:3}. {player.name:20} {row.points:6g}{why}{left}")
    _print_round(told)


def _print_round(told: TournamentTold) -> None:
    if not told.rounds or told.now == "over":
        return
    print(f"Round {len(told.rounds)}")
    for number, table in enumerate(told.rounds[-1].tables, 1):
        names = [told.players[player].name for player in table.players]
        if table.ranks:
            names = [f"{name} {rank}." for name, rank in zip(names, table.ranks, strict=True)]
        print(f"  Table {number}: {', '.join(names)}{'  ' + table.match if table.match else ''}")
    if told.rounds[-1].byes:
        print(f"  Bye: {', '.join(told.players[player].name for player in told.rounds[-1].byes)}")
