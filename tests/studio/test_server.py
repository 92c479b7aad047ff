"""The studio over its real wire: models, errors, jobs, streams, limits."""

from __future__ import annotations

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quidpro.reading.readers import Readers
from quidpro.studio import examples
from quidpro.studio.session import Limits
from tests.studio.conftest import SLOW, TOKEN, Client, running

pytestmark = pytest.mark.slow

CLIENT_SERVER = examples.example("client_server.lts")["text"]
MARKUP = '<img src=x onerror="alert(1)">'
SYSTEM_JSON = {
    "format": "quidpro-system",
    "version": 1,
    "name": MARKUP,
    "components": [
        {
            "name": "</script><script>alert(1)</script>",
            "states": 2,
            "alphabet": ["<b>a</b>"],
            "transitions": [[0, "<b>a</b>", 1]],
            "state_names": ["<i>0</i>", "<i>1</i>"],
        }
    ],
}


def results(events: list[dict[str, object]]) -> list[dict[str, object]]:
    return [event for event in events if event["type"] == "result"]


def test_the_session_says_what_there_is(client, root):
    (root / "mine.lts").write_text(CLIENT_SERVER)
    found = client.get("/api/session").json()
    assert found["files"] == ["mine.lts"]
    assert [one["name"] for one in found["worlds"]] == ["explicit", "symbolic", "probabilistic"]
    assert [one["name"] for one in found["worlds"][0]["methods"]][:2] == ["auto", "monolithic"]
    assert found["limits"] == {"timeout": 60.0, "memory": 3000.0, "cores": 2}
    assert len(found["examples"]) == 5


@pytest.mark.parametrize("name", [one["name"] for one in examples.listed()])
def test_every_example_is_in_order_and_says_what_it_shows(client, name):
    text = client.get("/api/example", params={"name": name}).json()["text"]
    found = client.post("/api/model", json={"name": name, "text": text}).json()
    assert found["problems"] == []
    assert found["properties"] or name == "philosophers.lts"
    events = client.all_events(name=name, text=text)
    assert events[-1]["state"] == "finished", events[-1]
    assert all(one["result"]["verdict"] in ("holds", "violated") for one in results(events))
    assert len(text.splitlines()) <= 40


def test_an_unknown_example_is_refused(client):
    assert client.get("/api/example", params={"name": "../guard.py"}).status_code == 400


def test_a_file_is_read_saved_and_guarded(client, root):
    (root / "f.lts").write_text("P = (a -> P).\n")
    seen = client.get("/api/file", params={"path": "f.lts"}).json()
    saved = client.put("/api/file", json={"path": "f.lts", "text": "Q = (b -> Q).\n", "stamp": seen["stamp"]})
    assert saved.status_code == 200
    assert (root / "f.lts").read_text() == "Q = (b -> Q).\n"
    stale = client.put("/api/file", json={"path": "f.lts", "text": "R = (c -> R).\n", "stamp": seen["stamp"]})
    assert stale.status_code == 409
    assert client.get("/api/file", params={"path": "none.lts"}).status_code == 404
    for path in ("../x.lts", "/etc/passwd", "f.txt", ""):
        assert client.get("/api/file", params={"path": path}).status_code == 403, path
        assert client.put("/api/file", json={"path": path, "text": "", "stamp": None}).status_code == 403, path


def test_all_errors_of_a_text_come_at_once_with_their_places(client):
    def problems(text: str) -> list[dict[str, object]]:
        return client.post("/api/model", json={"name": "m.lts", "text": text}).json()["problems"]

    found = problems("P = (a => P).\nR = (b -> R).\nT = (a -> .\n||S = (P || U).\n")
    assert {one["line"] for one in found} >= {1, 3}
    found = problems("P = (a -> Q).\nR = (b -> R).\nT = (a[i] -> T).\n||S = (P || R).\n")
    assert {one["line"] for one in found} == {1, 3}
    first = found[0]
    assert (first["end_line"], first["end_column"]) > (first["line"], first["column"])


def test_a_model_is_outlined(client):
    found = client.post("/api/model", json={"name": "m.lts", "text": CLIENT_SERVER, "constants": {"N": 3}}).json()
    assert found["default_system"] == "SYSTEM"
    assert found["systems"] == ["CLIENTS", "SYSTEM"]
    assert found["constants"] == [{"name": "N", "value": "3"}]
    client_part = found["processes"][0]
    assert (client_part["name"], client_part["kind"], client_part["states"]) == ("CLIENT", "process", 3)


@pytest.mark.parametrize("body", ["", "[]", "{", '{"name": 1, "text": ""}', '{"name": "m.lts"}', '{"text": "x"}'])
def test_a_body_that_makes_no_sense_is_refused_in_words(client, body):
    answer = client.post("/api/model", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "field",
    [
        {"constants": [1]},
        {"properties": "P"},
        {"properties": [1]},
        {"options": "x"},
        {"system": 1},
        {"method": ["lstar"]},
        {"deadlock": "no"},
        {"text": "\ud800"},
        {"kind": "nonsense"},
        {"timeout": "long"},
        {"memory": -1},
        {"options": {"x": json.loads("[" * 100 + "]" * 100)}},
    ],
)
def test_a_field_that_is_not_what_it_should_be_is_refused(client, field):
    body = {"kind": "check", "name": "m.lts", "text": CLIENT_SERVER, **field}
    assert client.post("/api/jobs", content=json.dumps(body)).status_code == 400


def test_a_body_has_a_limit(client):
    answer = client.post("/api/model", content=b'{"name": "' + b"x" * (9 << 20))
    assert answer.status_code == 413


def test_a_body_that_says_it_is_too_long_is_not_waited_for(client):
    head = (
        f"POST /api/model HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Quidpro-Token: {TOKEN}\r\nContent-Length: {1 << 30}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", client.base_url.port), timeout=10) as asking:
        asking.sendall(head.encode())
        assert asking.recv(20).startswith(b"HTTP/1.1 413")


def test_a_body_that_ends_too_early_is_no_bug(client, caplog):
    head = f"POST /api/model HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Quidpro-Token: {TOKEN}\r\nContent-Length: 100\r\n\r\n{{"
    with socket.create_connection(("127.0.0.1", client.base_url.port), timeout=10) as asking:
        asking.sendall(head.encode())
    assert client.get("/api/session").status_code == 200
    assert "Traceback" not in caplog.text


def test_limits_beyond_all_measure_are_those_of_the_server(client):
    body = {"kind": "check", "name": "m.lts", "text": CLIENT_SERVER, "timeout": 10**400, "memory": 10**400}
    assert client.post("/api/jobs", json=body).status_code == 200


def test_a_constant_that_is_not_there_is_refused(client):
    answer = client.post("/api/model", json={"name": "m.lts", "text": CLIENT_SERVER, "constants": {"M": 3}})
    assert answer.status_code == 400
    assert "no constant" in answer.json()["error"]["message"]


def test_a_check_tells_its_answer(client):
    events = client.all_events(text=CLIENT_SERVER)
    assert [event["n"] for event in events] == sorted(event["n"] for event in events)
    assert events[0]["type"] == "started"
    found = results(events)
    assert [one["result"]["verdict"] for one in found] == ["violated", "holds"]
    assert found[0]["sentence"] == "SYSTEM does not satisfy MUTEX"
    assert ["explored", "7 states, 9 transitions"] in found[0]["facts"]
    assert events[-1]["state"] == "finished"


def test_what_is_asked_can_be_chosen(client):
    chosen = {"system": "SYSTEM", "properties": ["MUTEX"], "method": "lstar", "split": "CLIENTS | FORGETFUL"}
    events = client.all_events(text=CLIENT_SERVER, **chosen)
    assert [one["result"]["method"] for one in results(events)] == ["lstar"]
    fine = client.all_events(text=CLIENT_SERVER.replace("|| FORGETFUL ||", "|| SERVER ||"), deadlock=False)
    assert [one["result"]["verdict"] for one in results(fine)] == ["holds"]


def test_what_goes_wrong_is_told_with_its_place(client):
    events = client.all_events(text="P = (a -> .\n")
    assert events[-1]["state"] == "failed"
    assert events[-1]["error"]["line"] == 1
    wrong = client.all_events(text=CLIENT_SERVER, method="nonsense")[-1]
    assert "no method 'nonsense'" in wrong["message"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("m.smv", {"order": "/etc/passwd"}),
        ("m.smv", {"save_order": "order.txt"}),
        ("m.prism", {"props": "../props"}),
        ("m.lts", {"assume": ["../../a.aut"]}),
        ("m.lts", {"cluster": "somewhere"}),
    ],
)
def test_no_option_touches_a_file_outside(client, root, name, options):
    events = client.all_events(name=name, text="MODULE main\nVAR x : boolean;\nINVARSPEC x;\n", options=options)
    assert events[-1]["state"] == "failed"
    assert not (root / "order.txt").exists()


@pytest.mark.parametrize("word", ["../secret.aut", "A1=../secret.aut", "A1=../x/../secret.aut:A"])
def test_an_assumption_stays_in_the_folder_too(client, root, word):
    (root.parent / "secret.aut").write_text('des (0, 1, 1)\n(0, "secret", 0)\n')
    end = client.all_events(text=CLIENT_SERVER, method="lstar", options={"assume": [word]})[-1]
    assert "outside the folder of the studio" in end["message"]


def test_an_import_stays_in_the_folder_too(client, root):
    (root.parent / "secret.aut").write_text('des (0, 1, 1)\n(0, "secret", 0)\n')
    found = client.post("/api/model", json={"name": "m.lts", "text": 'import P = "../secret.aut"\n||S = (P).\n'}).json()
    assert found["problems"]


def test_no_file_of_the_folder_is_run(tmp_path):
    (tmp_path / "json.py").write_text("raise SystemExit('run')\n")
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit('run')\n")
    with running(tmp_path) as (_, client):
        assert client.post("/api/model", json={"name": "m.lts", "text": CLIENT_SERVER}).status_code == 200
        assert client.all_events(text=CLIENT_SERVER)[-1]["state"] == "finished"


def test_names_like_markup_are_never_markup(client):
    text = json.dumps(SYSTEM_JSON)
    model = client.post("/api/model", json={"name": "m.json", "text": text}).json()
    assert model["problems"] == []
    events = client.all_events(name="m.json", text=text)
    assert results(events)[0]["result"]["verdict"] == "violated"
    for event in results(events):
        pictures = [event["architecture"] or "", *(one["svg"] for one in event["automata"])]
        pictures += [event["chart"]["svg"]] if event["chart"] else []
        assert not any("<script" in svg or "<img" in svg or "<b>" in svg or "<i>" in svg for svg in pictures)


def test_what_can_be_downloaded(client):
    job = client.job(text=CLIENT_SERVER)
    assert list(client.events(job))[-1]["state"] == "finished"
    verdict = client.get(f"/api/jobs/{job}/files/verdict.json")
    assert verdict.json()["verdict"] == "violated"
    assert verdict.headers["content-disposition"] == 'attachment; filename="verdict.json"'
    assert client.get(f"/api/jobs/{job}/files/certificate.json").json()["format"] == "quidpro-certificate"
    for name in ("nonsense", "..%2f..%2fx", "verdict.json%00"):
        assert client.get(f"/api/jobs/{job}/files/{name}").status_code == 404
    assert client.get("/api/jobs/none/files/verdict.json").status_code == 404


def test_methods_are_compared_and_plotted(client):
    events = client.all_events(kind="compare", text=CLIENT_SERVER, methods=["monolithic", "agar"], properties=["MUTEX"])
    rows = [event for event in events if event["type"] == "row"]
    assert [(row["method"], row["outcome"]) for row in rows] == [("monolithic", "violated"), ("agar", "violated")]
    assert [event["type"] for event in events][-2:] == ["plot", "done"]
    assert "<svg" in events[-2]["svg"]
    assert "style" not in events[-2]["svg"]


def test_growth_is_plotted(client):
    asked = {"constant": "N", "from": 2, "to": 4, "methods": ["monolithic", "circular"]}
    events = client.all_events(kind="growth", text=CLIENT_SERVER, properties=["MUTEX"], **asked)
    rows = [(event["method"], event["value"]) for event in events if event["type"] == "row"]
    assert rows == [(method, n) for n in (2, 3, 4) for method in ("monolithic", "circular")]
    assert events[-1]["state"] == "finished"
    wrong = client.all_events(kind="growth", text=CLIENT_SERVER, constant="N", **{"from": 4, "to": 2})[-1]
    assert wrong["state"] == "failed"


def test_a_job_is_stopped(client):
    job = client.job(**SLOW, method="monolithic")
    for event in client.events(job):
        if event["type"] == "progress" and event["runners"][0]["states"]:
            client.delete(f"/api/jobs/{job}")
        last = event
    assert (last["type"], last["state"]) == ("done", "stopped")


def test_progress_comes_at_most_five_times_a_second(client):
    job, started, told = client.job(**SLOW), time.monotonic(), []
    for event in client.events(job):
        told += [event["runners"]] if event["type"] == "progress" else []
        if told and len(told[-1]) > 1:
            break
    client.delete(f"/api/jobs/{job}")
    assert 2 <= len(told) <= 5 * (time.monotonic() - started) + 2
    assert {"method", "split", "state", "seconds", "states", "rounds", "mb"} <= told[-1][0].keys()


def test_time_that_is_over_is_an_answer(client):
    events = client.all_events(**SLOW, timeout=0.5, method="monolithic")
    assert results(events)[0]["result"]["verdict"] == "unknown"
    assert events[-1]["state"] == "finished"


def test_a_stream_is_taken_up_again_from_a_number(client):
    job = client.job(text=CLIENT_SERVER)
    whole = list(client.events(job))
    again = list(client.events(job, whole[2]["n"]))
    assert again == whole[2:]
    assert {"id": job, "kind": "check", "name": "model.lts", "state": "finished"} in client.get("/api/session").json()[
        "jobs"
    ]
    for first in ("x", "-1", "²", "9" * 5000):
        assert client.get(f"/api/jobs/{job}/events", params={"from": first}).status_code == 400
    assert client.get("/api/jobs/none/events").status_code == 404


def test_the_server_is_on_the_loopback_only(client):
    port = client.base_url.port
    with socket.socket() as other:
        other.settimeout(2)
        assert other.connect_ex(("127.0.0.2", port)) != 0


def test_wrong_token_host_and_origin_over_the_wire(client):
    for headers, status in (
        ({"X-Quidpro-Token": "wrong"}, 403),
        ({"Host": "evil.example"}, 400),
        ({"Origin": "http://evil.example"}, 403),
    ):
        for path in ("/api/session", "/api/jobs/1/events"):
            assert client.get(path, headers=headers).status_code == status
    assert client.options("/api/session", headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.get("/api/none").status_code == 404
    assert client.post("/api/session").status_code == 405


def test_twenty_clients_get_an_answer_or_a_place_within_a_second(tmp_path):
    """In one of three tries: what else the machine does is not what is asked about."""

    def ask(client: Client) -> tuple[float, int]:
        began = time.monotonic()
        answer = client.post("/api/jobs", json={"kind": "check", "name": "m.lts", **SLOW})
        return time.monotonic() - began, answer.json()["place"]

    def longest() -> float:
        with running(tmp_path, limits=Limits(cores=2)) as (_, client), ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda _: ask(client), range(20)))
        assert sorted(place for _, place in answers) == [0, 0, *range(1, 19)]
        return max(seconds for seconds, _ in answers)

    assert any(longest() < 1.0 for _ in range(3))


def test_those_who_wait_are_told_their_places(tmp_path):
    with running(tmp_path, limits=Limits(cores=2)) as (studio, client):
        for _ in range(20):
            client.post("/api/jobs", json={"kind": "check", "name": "m.lts", **SLOW})
        waiting = [job["id"] for job in studio.jobs.all() if job["state"] == "queued"]
        places = client.events(waiting[-1])
        assert next(places)["place"] >= 17
        client.delete(f"/api/jobs/{waiting[0]}")
        assert next(places)["place"] >= 16


def test_a_job_whose_page_is_closed_ends(tmp_path):
    with running(tmp_path, alone_seconds=1.0) as (studio, client):
        job = client.job(**SLOW, method="monolithic")
        for event in client.events(job):
            if event["type"] == "progress":
                break
        assert not studio.jobs.get(job).over
        began = time.monotonic()
        while not studio.jobs.get(job).over and time.monotonic() - began < 10:
            time.sleep(0.05)
        assert time.monotonic() - began >= 0.7
        assert list(client.events(job))[-1]["message"] == "its page was closed"


def test_a_job_that_somebody_watches_goes_on(tmp_path):
    with running(tmp_path, alone_seconds=0.5) as (_, client):
        events = client.all_events(**SLOW, method="monolithic", timeout=5.0)
        assert events[-1]["state"] == "finished"


def test_a_text_that_cannot_be_read_in_time_holds_up_nobody(tmp_path):
    hostile = "const N = 100000\nP = Q[0],\nQ[i:0..N] = (a[i][0..N] -> Q[i]).\n||S = (P).\n"
    with running(tmp_path) as (studio, client):
        studio.readers.seconds["model"] = 0.5
        for _ in range(2):
            answer = client.post("/api/model", json={"name": "m.lts", "text": hostile})
            said = answer.json()
            assert answer.status_code == 503 or said["problems"]
        began = time.monotonic()
        assert client.post("/api/model", json={"name": "m.lts", "text": CLIENT_SERVER}).json()["problems"] == []
        assert time.monotonic() - began < 10


def test_a_job_that_takes_too_much_memory_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("quidpro.studio.jobs._SLACK", 0.01)
    with running(tmp_path) as (_, client):
        last = client.all_events(**SLOW, memory=500)[-1]
        assert last["state"] == "failed"
        assert "500 MB" in last["message"]


def test_readers_have_limits_of_their_own():
    readers = Readers(Path(), "quidpro.studio.reader")
    assert readers.seconds["model"] <= 2.0
    assert readers.megabytes <= 512


def test_the_architecture_is_drawn_with_sizes(client):
    found = client.post("/api/architecture", json={"name": "m.lts", "text": CLIENT_SERVER}).json()
    assert [part["name"] for part in found["components"]] == ["c.1:CLIENT", "c.2:CLIENT", "FORGETFUL", "MUTEX"]
    assert (found["components"][0]["states"], found["components"][0]["actions"]) == (3, 3)
    assert found["svg"].startswith("<svg")
    assert found["size"] == "at most 108 states"
    wrong = client.post("/api/architecture", json={"name": "m.lts", "text": CLIENT_SERVER, "system": "NONE"})
    assert wrong.status_code == 400


@pytest.mark.parametrize(("part", "reduce", "states"), [("CLIENT", None, 3), ("MUTEX", None, 3), ("SYSTEM", "weak", 7)])
def test_a_part_is_drawn(client, part, reduce, states):
    asked = {"name": "m.lts", "text": CLIENT_SERVER, "part": part, "reduce": reduce}
    found = client.post("/api/picture", json=asked).json()
    assert found["states"] == states
    assert found["svg"].startswith("<svg")


def test_what_is_too_large_is_not_drawn_but_said(client):
    philosophers = examples.example("philosophers.lts")["text"]
    found = client.post("/api/picture", json={"name": "m.lts", "text": philosophers, "part": "TABLE"}).json()
    assert found["svg"] == ""
    assert "111 states" in found["caption"]
    for body in ({"part": "NONE"}, {"part": "TABLE", "reduce": "best"}, {}):
        answer = client.post("/api/picture", json={"name": "m.lts", "text": philosophers, **body})
        assert answer.status_code == 400


@pytest.mark.parametrize("name", [one["name"] for one in examples.listed()])
def test_every_example_can_be_stepped(client, name):
    body = {"name": name, "text": examples.example(name)["text"]}
    here = client.post("/api/simulate", json={**body, "path": []}).json()
    there = client.post("/api/simulate", json={**body, "path": [[0, 0]]}).json()
    assert here["choices"]
    assert here != there
    assert client.post("/api/simulate", json={**body, "path": [[999, 0]]}).status_code == 400
    assert client.post("/api/simulate", json={**body, "path": [[0, 0]] * 3000}).status_code == 400


def test_a_path_that_is_none_is_refused(client):
    body = {"name": "m.lts", "text": CLIENT_SERVER}
    for path in ("x", [1], [["a", "b"]], [[0]], [[0, 0, 0]], {"a": 1}, [[10**30, 0]], [[0, 10**30]]):
        answer = client.post("/api/simulate", json={**body, "path": path})
        assert answer.status_code == 400, path
    assert client.post("/api/simulate", json={**body, "path": []}).status_code == 200


def test_an_assumption_is_watched_while_it_is_found(client):
    text = examples.example("lossy_channel.lts")["text"]
    watched = {"method": "lstar", "properties": ["ORDER"], "watch": True, "options": {"as_published": True}}
    events = client.all_events(text=text, **watched)
    views = [event["view"] for event in events if event["type"] == "round"]
    assert len(views) >= 3
    assert all(view["conjectures"][0]["svg"].startswith("<svg") for view in views)
    assert all(view["lesson"] and view["asked"] == "ORDER" for view in views)
    assert results(events)[0]["automata"][0]["svg"].startswith("<svg")


def test_a_violation_comes_drawn(client):
    job = client.job(text=CLIENT_SERVER, properties=["MUTEX"])
    (found,) = results(list(client.events(job)))
    assert found["chart"]["json"]["failed"] == 3
    assert [one["name"] for one in found["automata"]] == ["c.1", "c.2", "FORGETFUL", "MUTEX"]
    for suffix in ("svg", "html", "mmd", "puml", "json"):
        assert client.get(f"/api/jobs/{job}/files/chart.{suffix}").status_code == 200, suffix
    report = client.get(f"/api/jobs/{job}/files/report.html")
    assert report.headers["content-type"].startswith("text/html")
    assert "MUTEX" in report.text


def test_no_picture_has_styles_or_scripts_of_its_own(client):
    """The policy of the page would refuse them."""
    for name in ("client_server.lts", "philosophers.lts", "traffic_lights.smv", "retry.prism"):
        events = client.all_events(name=name, text=examples.example(name)["text"])
        for event in results(events):
            pictures = [event["architecture"], *(one["svg"] for one in event["automata"])]
            pictures += [event["chart"]["svg"]] if event["chart"] else []
            for svg in pictures:
                assert not any(word in svg for word in ("<style", "style=", "<script", "foreignObject", "onload"))


def test_a_reader_that_takes_too_much_memory_is_replaced(tmp_path):
    with running(tmp_path) as (studio, client):
        studio.readers.megabytes = 1.0
        studio.readers.seconds["model"] = 1.5
        long = "\n".join(f"P{i} = (a[0..9] -> b -> P{i})." for i in range(4000))
        answer = client.post("/api/model", json={"name": "m.lts", "text": long})
        assert answer.status_code == 503 or answer.json()["problems"]
        studio.readers.megabytes = 512.0
        assert client.post("/api/model", json={"name": "m.lts", "text": CLIENT_SERVER}).json()["problems"] == []
