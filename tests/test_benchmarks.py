"""The benchmarks run: each still measures its subject."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner

from benchmarks import hands, probe
from benchmarks.load import command, curves, rounds
from benchmarks.load.peers import measuring
from benchmarks.load.peers.node import NoPeers, prepare_peers
from benchmarks.load.rounds import Figure, Load
from benchmarks.load.websocket import ConnectionLost
from benchmarks.window import hour
from tests import core_data, postgresql
from tests.arch.source import ROOT


def test_gestures_by_hand_are_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "GESTURES_COUNT", 20)
    back, gestures = hands.figures()
    assert back.unit == "ms"
    assert gestures.value > 0


def test_an_hour_in_the_window_is_played_in_rounds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for name, value in (("ROUNDS_COUNT", 1), ("MAX_DUEL_S", 1.0), ("MAX_REPLAY_S", 0.5), ("SEARCHES", ("",))):
        monkeypatch.setattr(hour, name, value)
    trio.run(hour.measure)
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    parts = ["home", *(f"round 1, {part}" for part in ("screens", "editor", "duel", "replay")), "at the end"]
    assert [name.partition(": ")[2] for name, *_ in rows] == parts
    assert all(value > 20 for _, value, _ in rows)


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "benchmarks", *words]
    return subprocess.run(line, capture_output=True, text=True, timeout=200, cwd=ROOT)


def test_a_table_is_watched_through_relays() -> None:
    asked = bench(
        "relays", "--relays", "2", "--spectators", "20", "--direct", "2", "--seconds", "1", "--rounds", "1"
    )
    assert asked.returncode == 0, asked.stderr
    amiss = next(line for line in asked.stdout.splitlines() if line.startswith("out of order"))
    assert amiss.split()[-2:] == ["0.000", "0.000"]
    assert re.search(r"updates that came +10\.0 +100", asked.stdout)


@postgresql.needed
def test_nodes_are_loaded_beside_a_server_with_sqlite() -> None:
    asked = bench("nodes", "--tables", "2", "--nodes", "2", "--seconds", "1", "--rounds", "1")
    assert asked.returncode == 0, asked.stderr
    rows = [line for line in asked.stdout.splitlines() if line.startswith(("SQLite", "PostgreSQL,"))]
    used = [re.findall(r"[\d,.]+(?= \(| {3})", row.partition("node")[2] or row) for row in rows]
    assert [float(database) > 0 for _, database, _ in used] == [False, True, True]
    assert "PostgreSQL to SQLite, CPU for an act: " in asked.stdout


def test_a_real_server_is_loaded() -> None:
    asked = bench(
        "load", "--tables", "1", "--spectators", "1", "--seconds", "1", "--rounds", "2",
        "--journal", "off", "--json",
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    *table, hosts, last = asked.stdout.splitlines()
    said = json.loads(last)
    assert hosts == said["hosts"]
    assert hosts.startswith("This machine hosts about ")
    assert said["load"] == {
        "tables": 1, "spectators": 1, "seconds": 1.0, "rounds": 2, "stalled": False, "journal": False,
        "mode": "workload",
    }  # fmt: skip
    figures = said["figures"]
    for name in ("acts_per_second", "echoes_per_cpu_second", "microseconds_per_push", "acts_to_echoes"):
        assert 0 < figures[name]["least"] <= figures[name]["median"] <= figures[name]["most"]
    assert figures["updates_per_spectator_and_act"]["least"] == 1
    assert any(line.startswith("acts a second ") for line in table)


def test_bots_duel_by_the_rules_under_load() -> None:
    asked = bench(
        "load", "--mode", "rules", "--tables", "1", "--spectators", "1", "--seconds", "1", "--rounds", "1",
        "--json",
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    figures = json.loads(asked.stdout.splitlines()[-1])["figures"]
    for name in ("prompts_per_cpu_second", "half_load_answer_p99_ms", "update_bytes_mean", "cores_used"):
        assert figures[name]["median"] > 0


def test_bots_duel_in_the_core_under_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The CPU of EDOPro's core is counted with the server's."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    words = ("load", "--mode", "core", "--tables", "1", "--seconds", "2", "--rounds", "1", "--json")
    refused = bench(*words)
    assert refused.returncode == 1
    assert "`python run.py core` sets one up" in refused.stderr
    if not all(os.environ.get(name) for name in (core_data.CORE, core_data.EDOPRO)):
        pytest.skip("no engine and no folder of EDOPro's are named")
    core_data.install(tmp_path)
    asked = bench(*words)
    assert asked.returncode == 0, asked.stderr
    figures = json.loads(asked.stdout.splitlines()[-1])["figures"]
    assert figures["prompts_per_cpu_second"]["median"] > 0
    assert 0 < figures["child_share"]["median"] < 1


def test_the_load_has_its_usual_number_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Load] = []

    def measure(load: Load, say: object) -> dict[str, Figure]:
        asked.append(load)
        return {"acts_per_cpu_second": Figure(1.0, 1.0, 1.0)}

    monkeypatch.setattr(command, "measure", measure)
    for words in (
        (),
        ("--mode", "rules"),
        ("--mode", "rules", "--tables", "3"),
        ("--mode", "pace"),
        ("--mode", "core"),
    ):
        assert CliRunner().invoke(command.load_command, words).exit_code == 0
    assert [(load.tables, load.seconds, load.rounds) for load in asked] == [
        (20, 15.0, 5), (8, 15.0, 5), (3, 15.0, 5), (4, 125.0, 2), (4, 60.0, 5),
    ]  # fmt: skip


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found through /proc")
def test_what_child_processes_use_is_counted() -> None:
    busy = "sum(range(20_000_000))"
    line = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}]); print(1); input()"
    with subprocess.Popen(
        [sys.executable, "-c", line], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert child.pid in probe.child_processes(os.getpid())
        assert probe.cpu_of_process(child.pid) > 0.1  # its own child has ended
        child.communicate(b"\n")
    assert probe.cpu_of_process(child.pid) == 0


def test_an_act_is_measured_without_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SPECTATORS_COUNTS", (0, 1, 2, 3))
    monkeypatch.setattr(measuring, "RULES_TABLES_COUNT", 1)
    found = measuring.measure_peers(Load(1, seconds=0.5, rounds=1, mode="peers"), None, lambda line: None)
    assert {"facedown_0", "facedown_3", "facedown_class", "facedown_spectator", "echoes", "prompts"} <= {
        *found
    }
    assert all(found[f"facedown_{count}"].median > 0 for count in (0, 1, 2, 3))
    assert not [name for name in found if "colyseus" in name or name == "choices"]


def test_the_peers_need_node_and_npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoPeers, match="npm are not installed"):
        prepare_peers(tmp_path / "peers")
    for name, does in (("node", "exit 0"), ("npm", "echo the registry does not answer >&2; exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    with pytest.raises(NoPeers, match="the registry does not answer"):
        prepare_peers(tmp_path / "peers")
    assert not (tmp_path / "peers" / "installed.json").exists()


NODE = """#!/bin/sh
case "$2" in
"") exit 1 ;;
serve) echo '{"port": 7}'; cpu=0; while read -r line; do cpu=$((cpu + 1)); echo "{\\"cpu\\": $cpu}"; done ;;
load) echo '{"ready": 1}'; read -r line
  echo '{"acts": 4, "bytes": {"actor": 40, "opponent": 20, "spectator": 80}}'; read -r line ;;
esac
"""


def test_an_act_of_a_peer_is_its_server_s_cpu(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "node").write_text(NODE, encoding="utf-8")
    (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with measuring.run_colyseus(tmp_path, Load(1, 2)) as run:
        assert run(0.1) == {
            "colyseus_2": 250_000.0, "actor_bytes_colyseus": 10.0, "opponent_bytes_colyseus": 5.0,
            "spectator_bytes_colyseus": 10.0,
        }  # fmt: skip
        with pytest.raises(ConnectionLost):
            run(0.1)


def test_a_turn_is_longer_at_a_slower_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "PACE_SHARES", {"off": 0.4, "quick": 0.6})
    found = rounds.measure(Load(2, seconds=15.0, rounds=1, mode="pace"), lambda line: None)
    assert 0 < found["turn_ms_off"].median < found["turn_ms_quick"].median
    assert found["more_ms_quick"].median > 0


def test_the_server_is_played_at_for_a_while() -> None:
    asked = bench("soak", "--minutes", "0.1", "--tables", "2", "--spectators", "2", "--pause", "0.2")
    assert asked.returncode == 0, asked.stderr
    assert re.search(r"acts +[1-9]", asked.stdout)
    assert re.search(r"frames read by spectators a second +[1-9]", asked.stdout)
    assert re.search(r"connections lost +0\.0", asked.stdout)
    assert re.search(r"complaints of players +0\.0", asked.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the flood has an address of its own")
def test_a_good_duel_is_played_beside_a_flood_of_decks() -> None:
    row = bench("abuse", "decks", "--seconds", "0.5").stdout.splitlines()[-1]
    assert re.match(r"decks( +\d+\.\d){4} +\d+\.\d\d +[1-9]", row)


def test_kept_tables_are_served_again_by_a_server_that_starts() -> None:
    asked = bench("start", "--tables", "2", "--json")
    assert asked.returncode == 0, asked.stderr
    said = json.loads(asked.stdout.splitlines()[-1])
    assert said["acts_before"] > 0
    assert 0 < said["first_table_s"] <= said["half_of_them_s"] <= said["all_tables_s"]


def test_the_curves_have_their_points(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Load(1)
    monkeypatch.setattr(curves, "LOADS", {"watched": Load(1, 1), "not read": Load(1, stalled=True)})
    monkeypatch.setattr(curves, "LONG", one)
    monkeypatch.setattr(curves, "SLICES_COUNT", 2)
    said: list[str] = []
    points, acts = curves.curves(0.4, 1, said.append).values()
    assert list(points) == ["watched", "not read"]
    assert len(acts) == 2
    for figures in (*points.values(), *acts.values()):
        assert all(figures[name].median > 0 for name in curves.NAMES)


@pytest.mark.parametrize(
    "words",
    [
        ("--tables", "0"),
        ("--seconds", "soon"),
        ("--jurnal", "on"),
        ("--stalled", "--mode", "rules"),
        ("--spectators", "1", "--mode", "pace"),
        ("--spectators", "1", "--mode", "peers"),
    ],
)
def test_a_bad_flag_of_the_load_gets_a_sentence(words: tuple[str, ...]) -> None:
    asked = bench("load", *words)
    assert asked.returncode == 2
    assert asked.stderr.splitlines()[-1].startswith("Error: ")
    assert "Traceback" not in asked.stderr
