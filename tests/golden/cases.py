"""The cases: a short name, and the command lines that are run one after the other in one folder.

``examples`` and ``models`` are there to read, ``out`` to write. A race has one worker, so that every run goes the same
way. A group is a file of expected outputs; groups whose names end in ``probabilistic`` need Storm.
"""

from __future__ import annotations

Cases = dict[str, tuple[str, ...]]

CHANNEL = "examples/channel/channel.lts"
LOSSY = "examples/channel/channel_lossy.lts"
SERVER = "examples/client_server/client_server.lts"
IN_OUT = "examples/in_out/in_out.lts"
BUFFER = "examples/bounded_buffer.lts"
BRIDGE = "examples/one_lane_bridge.lts"
READERS = "examples/readers_writers.lts"
RING = "examples/token_ring.lts"
CHIRON = "examples/chiron/chiron.lts"
PARTS = "models/parts.lts"
ROBOT = "examples/smv/robot.smv"
LIGHT = "models/light.smv"
ASKED = "watch.left = 0 | lit"
CS = "examples/prism/client_server/cs_2_2.prism"
CS_FAULTY = "examples/prism/client_server/cs_2_2_faulty.prism"
CS_SPEC = "--spec examples/prism/client_server/cs_2_2_spec.prism"
SENSORS = "examples/prism/sensor_network/sn_1.prism"
SENSORS_FAULTY = "examples/prism/sensor_network/sn_1_faulty.prism"
SENSORS_SPEC = "--spec examples/prism/sensor_network/sn_1_spec.prism"
RELIABLE = "models/reliable.prism"
CRASH = "models/crash.prism --const crash=0.01"
WALK = "models/walk.jani --const p=1/10"

COMMANDS = ("check", "show", "info", "convert", "certify", "decompose", "assumption", "compare", "bench")
FORMATS = ("text", "json", "junit", "trace")
EXPLICIT = ("auto", "monolithic", "minimise", "lstar", "agar", "circular")
SYMBOLIC = ("auto", "monolithic", "symbolic")
PROBABILISTIC = ("auto", "monolithic", "agar")


def by(method: str) -> str:
    """The options for a method; the race has one worker."""
    return "--jobs 1" if method == "auto" else f"--method {method}"


def cases(**commands: str | tuple[str, ...]) -> Cases:
    """A table of cases; an underscore in a name stands for a dash."""
    return {
        name.replace("_", "-"): (command,) if isinstance(command, str) else command
        for name, command in commands.items()
    }


def of_methods(name: str, model: str, methods: tuple[str, ...], rest: str = "") -> Cases:
    """A check by each method."""
    return {f"{name}-{method}": (f"check {model} {by(method)} {rest}".rstrip(),) for method in methods}


def of_formats(name: str, model: str, rest: str, formats: tuple[str, ...] = FORMATS) -> Cases:
    """A check in each format."""
    return {f"{name}-{format}": (f"check {model} {rest} --format {format}",) for format in formats}


def certified(name: str, model: str, methods: tuple[str, ...], rest: str = "", again: str = "") -> Cases:
    """A check by each method that writes a certificate, which is then checked again."""
    return {
        f"{name}-certificate-{method}": (
            f"check {model} {by(method)} {rest} --certificate out/proof.json".replace("  ", " "),
            f"certify out/proof.json {model} {again}".rstrip(),
            f"certify out/proof.json {model} {again} --format json".replace("  ", " "),
        )
        for method in methods
    }


HELP: Cases = {
    "no-command": ("",),
    "help": ("--help",),
    "version": ("--version",),
    **{f"help-{command}": (f"{command} --help",) for command in COMMANDS},
    "no-such-command": ("chekc model.lts",),
    "no-such-option": ("--colour",),
    **{f"{command}-of-nothing": (command,) for command in COMMANDS if command != "bench"},
    "bench-tables": ("bench",),
    "bench-no-such-table": ("bench agar-9",),
}

CHECK_EXPLICIT: Cases = {
    **of_methods("channel", CHANNEL, EXPLICIT),
    **of_methods("lossy", LOSSY, EXPLICIT),
    **of_methods("server", SERVER, EXPLICIT, "--property MUTEX"),
    **of_methods("server-broken", SERVER, EXPLICIT, "--system BROKEN --property MUTEX"),
    **of_methods("in-out-deadlock", IN_OUT, ("auto", "monolithic", "minimise"), "--deadlock"),
    **cases(
        buffer_auto=f"check {BUFFER} --jobs 1 --explain",
        buffer_unordered=f"check {BUFFER} --system UNORDERED --jobs 1 --explain",
        philosophers_auto="check examples/philosophers.lts --jobs 1",
        philosophers_fixed_progress="check examples/philosophers_fixed.lts --jobs 1 --progress --explain",
        readers_progress=f"check {READERS} --progress --jobs 1",
        readers_no_deadlock=f"check {READERS} --no-deadlock --jobs 1",
        readers_no_property=f"check {READERS} --property WRITES --jobs 1",
        bridge_all=f"check {BRIDGE} --jobs 1",
        bridge_one_way=f"check {BRIDGE} --property ONE_WAY --method monolithic",
        bridge_congested=f"check {BRIDGE} --system CONGESTED --property CROSSING --jobs 1",
        bridge_unfair=f"check {BRIDGE} --property CROSSING --no-fair-choice --jobs 1",
        token_ring=f"check {RING} --jobs 1",
        token_ring_two=f"check {RING} --system TWO_TOKENS --property MUTEX --jobs 1",
        parts_all=f"check {PARTS} --jobs 1 --progress",
        parts_live=f"check {PARTS} --property LIVE --jobs 1",
        parts_two_named=f"check {PARTS} --property LIVE --property P --jobs 1",
        prime_with_constant=f"check {SERVER} --const N=3 --property MUTEX --jobs 1 --explain",
        no_race_explained=f"check {SERVER} --const N=5 --property MUTEX --jobs 1 --explain",
        race_ring="check examples/ring/ring.lts --const N=9 --property MUTEX --jobs 1 --explain",
        race_pipeline="check examples/pipeline/pipeline.lts --const N=10 --property IN_ORDER --jobs 1 --explain",
        race_chiron=f"check {CHIRON} --const K=4 --no-deadlock --jobs 1 --explain",
        race_chiron_json=f"check {CHIRON} --const K=4 --no-deadlock --jobs 1 --explain --format json",
        race_chiron_split=f"check {CHIRON} --const K=4 --no-deadlock --jobs 1 --explain --split 'FRONT | rest'",
        aut_auto="check models/channel.aut --jobs 1",
        aut_monolithic="check models/channel.aut --method monolithic --format json",
        json_auto="check models/lossy.json --jobs 1",
        json_monolithic="check models/lossy.json --method monolithic --format trace",
        split_given=f"check {SERVER} --method lstar --split 'c.1:CLIENT | rest' --property MUTEX",
        split_balanced=f"check {SERVER} --method lstar --split balanced --property MUTEX",
        split_interface=f"check {SERVER} --method agar --split interface --property MUTEX",
        split_chain=f"check {SERVER} --method circular --split chain --property MUTEX",
        split_auto_race=f"check {SERVER} --jobs 1 --split auto --property MUTEX",
        lstar_table=f"check {CHANNEL} --method lstar --learner lstar --no-candidates",
        lstar_refined=f"check {CHANNEL} --method lstar --alphabet refine --no-candidates",
        lstar_as_given=f"check {CHANNEL} --method lstar --orientation given --no-reduce --no-candidates",
        agar_first=f"check {CHANNEL} --method agar --counterexample first --no-candidates",
        agar_many=f"check {SERVER} --method agar --counterexamples 4 --no-candidates --property MUTEX",
        circular_binary=f"check {CHANNEL} --method circular --encoding binary --no-candidates",
        lossy_no_candidates=f"check {LOSSY} --method lstar --no-candidates",
        foreign_option_in_silence=f"check {CHANNEL} --method monolithic --learner lstar --counterexamples 4",
        foreign_encoding_in_silence=f"check {CHANNEL} --method lstar --encoding binary",
        unknown_at_once=f"check {CHANNEL} --method monolithic --timeout 0",
        unknown_at_once_json=f"check {CHANNEL} --method lstar --timeout 0 --format json",
        unknown_without_memory=f"check {SERVER} --method monolithic --memory 1 --property MUTEX --format json",
    ),
}

FORMATS_EXPLICIT: Cases = {
    **of_formats("channel", CHANNEL, "--method lstar"),
    **of_formats("channel-race", CHANNEL, "--jobs 1 --explain", ("json", "junit")),
    **of_formats("lossy", LOSSY, "--jobs 1"),
    **of_formats("server-agar", SERVER, "--method agar --property MUTEX --no-candidates", ("json",)),
    **of_formats("server-circular", SERVER, "--method circular --property MUTEX --no-candidates", ("json",)),
    **of_formats("bridge", BRIDGE, "--property CROSSING --no-fair-choice --jobs 1", ("json", "junit", "trace")),
    **of_formats("readers", READERS, "--progress --jobs 1", ("json", "trace")),
    **of_formats("philosophers", "examples/philosophers.lts", "--jobs 1", ("json", "junit", "trace")),
    **certified("channel", CHANNEL, EXPLICIT),
    **certified("server", SERVER, EXPLICIT, "--property MUTEX"),
    **cases(
        bridge_certificate=(
            f"check {BRIDGE} --property ONE_WAY --jobs 1 --certificate out/proof.json",
            f"certify out/proof.json {BRIDGE}",
        ),
        lossy_no_certificate=f"check {LOSSY} --jobs 1 --certificate out/proof.json",
        certificate_of_another=(
            f"check {CHANNEL} --method lstar --certificate out/proof.json",
            f"certify out/proof.json {LOSSY}",
            f"certify out/proof.json {SERVER}",
            f"certify out/proof.json {ROBOT}",
        ),
        rounds_lstar=f"check {CHANNEL} --method lstar --no-candidates --trace-iterations out/rounds",
        rounds_agar=f"check {CHANNEL} --method agar --no-candidates --trace-iterations out/rounds",
        rounds_circular=f"check {CHANNEL} --method circular --no-candidates --trace-iterations out/rounds",
        rounds_violated=f"check {LOSSY} --method lstar --no-candidates --trace-iterations out/rounds",
        rounds_of_a_race=f"check {CHANNEL} --jobs 1 --trace-iterations out/rounds",
    ),
}

CHECK_SYMBOLIC: Cases = {
    **of_methods("robot", ROBOT, SYMBOLIC, "--property motor_in_time"),
    **of_methods("robot-all", ROBOT, ("auto", "monolithic")),
    **of_methods("robot-late", ROBOT, ("auto", "monolithic"), "--property command_in_time"),
    **of_methods("light", LIGHT, ("auto", "monolithic")),
    **of_methods("light-dark", LIGHT, SYMBOLIC, "--property dark_at_rest"),
    **of_methods("light-never-lit", LIGHT, SYMBOLIC, "--property never_lit"),
    **of_formats("robot", ROBOT, "--jobs 1 --explain"),
    **of_formats("light", LIGHT, "--jobs 1"),
    **of_formats("robot-symbolic", ROBOT, "--method symbolic --property motor_in_time --split 'motor | rest'"),
    **certified("robot", ROBOT, SYMBOLIC, "--property motor_in_time"),
    **certified("light", LIGHT, ("auto", "monolithic")),
    **certified("light-asked", LIGHT, SYMBOLIC, f"--invar '{ASKED}'"),
    **of_formats("light-asked", LIGHT, f"--jobs 1 --invar '{ASKED}' --ctl 'EF lit'"),
    **cases(
        robot_explained=f"check {ROBOT} --jobs 1 --explain --property sensor_in_time",
        robot_both_ways=f"check {ROBOT} --method symbolic --split 'motor | rest' --property motor_in_time",
        robot_one_way=f"check {ROBOT} --method symbolic --split 'motor | rest' --orientation given"
        " --property motor_in_time",
        robot_no_candidates=f"check {ROBOT} --no-candidates --jobs 1 --property motor_in_time",
        robot_rounds=f"check {ROBOT} --method symbolic --split 'motor | rest' --property motor_in_time"
        " --trace-iterations out/rounds",
        robot_race_split=f"check {ROBOT} --jobs 1 --explain --split 'motor | rest' --property motor_in_time",
        robot_reordered=f"check {ROBOT} --method monolithic --reorder --property motor_in_time",
        light_order=(
            f"check {LIGHT} --method monolithic --save-order out/light.ord",
            f"check {LIGHT} --method monolithic --order out/light.ord --property dark_at_rest",
        ),
        light_certificate_of_another=(
            f"check {LIGHT} --method monolithic --property dark_at_rest --certificate out/proof.json",
            f"certify out/proof.json {ROBOT}",
        ),
        light_unknown_at_once=f"check {LIGHT} --method monolithic --timeout 0",
        light_unknown_at_once_json=f"check {LIGHT} --method monolithic --timeout 0 --format json",
    ),
}

CHECK_PROBABILISTIC: Cases = {
    **of_methods("cs", f"{CS} {CS_SPEC}", PROBABILISTIC),
    **of_methods("cs-faulty", f"{CS_FAULTY} {CS_SPEC}", PROBABILISTIC),
    **of_methods("sensors", f"{SENSORS} {SENSORS_SPEC}", ("auto", "agar")),
    **of_methods("sensors-faulty", f"{SENSORS_FAULTY} {SENSORS_SPEC}", ("auto", "monolithic")),
    **of_methods("reliable", f"{RELIABLE} --spec Order", PROBABILISTIC),
    **of_methods("crash", f"{CRASH} --spec Order", PROBABILISTIC),
    **of_methods("pctl", RELIABLE, PROBABILISTIC, "--pctl 'P<=0.5 [ F \"out\" ]'"),
    **of_formats("reliable", f"{RELIABLE} --spec Order", "--jobs 1 --explain"),
    **of_formats("crash", f"{CRASH} --spec Order", "--method monolithic", ("json", "junit")),
    **of_formats("cs-agar", f"{CS} {CS_SPEC}", "--method agar", ("json",)),
    **of_formats("pctl", RELIABLE, "--pctl 'P<=0.5 [ F<=3 \"out\" ]' --jobs 1", ("json", "junit")),
    **certified("reliable", RELIABLE, PROBABILISTIC, "--spec Order", "--spec Order"),
    **certified("cs", CS, PROBABILISTIC, CS_SPEC, CS_SPEC),
    **cases(
        crash_proof=(
            f"check {CRASH} --spec Order --method monolithic --certificate out/proof.json --tree out/tree.dot",
            f"certify out/proof.json {CRASH} --spec Order",
        ),
        pctl_holds=(
            f"check {RELIABLE} --pctl 'P<=0.9 [ F<=3 \"out\" ]' --jobs 1 --certificate out/proof.json",
            f"certify out/proof.json {RELIABLE}",
        ),
        pctl_most=f"check {RELIABLE} --pctl 'Pmax=? [ F \"out\" ]' --jobs 1",
        pctl_rewards=f"check {RELIABLE} --pctl 'Rmax=? [ F \"out\" ]' --jobs 1",
        props=f"check {RELIABLE} --props models/reliable.props --const k=3 --jobs 1",
        props_and_spec=f"check {RELIABLE} --props models/reliable.props --const k=3 --spec Order --jobs 1",
        props_by_name=f"check {RELIABLE} --props models/reliable.props --const k=4 --property 'in time' --jobs 1",
        reliable_smt=f"check {RELIABLE} --spec Order --smt --method agar",
        reliable_split=f"check {RELIABLE} --spec Order --method agar --split 'Source | Channel'",
        reliable_rounds=f"check {RELIABLE} --spec Order --method agar --trace-iterations out/rounds",
        reliable_lpts="check models/reliable.lpts.json --spec Order --jobs 1",
        crash_tree_drawn=f"check {CRASH} --spec Order --method monolithic --tree out/tree.svg",
        jani_pctl=f"check {WALK} --pctl 'P<=0.5 [ F<=2 \"bad\" ]' --jobs 1",
        jani_pctl_json=f"check {WALK} --pctl 'P<=0.05 [ F<=2 \"bad\" ]' --method monolithic --format json",
        reliable_unknown_at_once=f"check {RELIABLE} --spec Order --method monolithic --timeout 0",
        reliable_unknown_at_once_json=f"check {RELIABLE} --spec Order --method agar --timeout 0 --format json",
    ),
}

OTHERS_EXPLICIT: Cases = {
    **{f"show-{format}": (f"show {CHANNEL} Order --format {format}",) for format in ("text", "aut", "dot", "json")},
    **{f"convert-{end}": (f"convert {LOSSY} out/lossy.{end}",) for end in ("aut", "json", "dot", "svg", "lts", "txt")},
    **cases(
        show_fsp=f"show {CHANNEL} Input --format fsp",
        show_composite=f"show {SERVER} SYSTEM --reduce strong",
        show_reduced=f"show {CHANNEL} Channel --reduce weak",
        show_into_file=f"show {CHANNEL} Order -o out/order.aut",
        show_constant=f"show {SERVER} CLIENTS --const N=1",
        show_aut="show models/channel.aut channel",
        info=f"info {CHANNEL}",
        info_json=f"info {SERVER} --format json",
        info_one=f"info {SERVER} SYSTEM",
        info_one_json=f"info {RING} MUTEX --format json",
        info_liveness=f"info {BRIDGE}",
        info_progress=f"info {READERS}",
        info_aut="info models/channel.aut",
        info_lts_json="info models/lossy.json --format json",
        convert_one=f"convert {SERVER} out/mutex.aut --name MUTEX",
        decompose=f"decompose {SERVER}",
        decompose_json=f"decompose {SERVER} --format json --most 3",
        decompose_property=f"decompose {CHIRON} --system PROPERTY_3 --most 4",
        decompose_one_component="decompose models/channel.aut",
        assumption=f"assumption {CHANNEL} --component Input",
        assumption_aut=f"assumption {CHANNEL} --component Output --format aut",
        assumption_json=f"assumption {SERVER} --component SERVER --format json --property MUTEX",
        assumption_fsp=f"assumption {CHANNEL} --component Input -o out/assumption.lts",
        assumption_none=f"assumption {LOSSY} --component Input,OutputLossy",
        assumption_at_once=f"assumption {CHANNEL} --component Input --timeout 0",
    ),
}

OTHERS_SYMBOLIC = cases(
    smv_info=f"info {ROBOT}",
    smv_info_json=f"info {LIGHT} --format json",
    smv_info_one=f"info {LIGHT} watch",
    smv_show=f"show {LIGHT} main",
    smv_show_tree=f"show {ROBOT}",
    smv_show_instance=f"show {LIGHT} watch --format json",
    smv_show_dot=f"show {LIGHT} --format dot",
    smv_decompose_json=f"decompose {LIGHT} --format json",
    smv_convert=f"convert {LIGHT} out/light.aut",
    smv_decompose=f"decompose {ROBOT}",
    smv_assumption=f"assumption {ROBOT} --component motor",
)

OTHERS_PROBABILISTIC = cases(
    prism_info=f"info {CS}",
    prism_info_json=f"info {RELIABLE} --format json",
    prism_info_one=f"info {RELIABLE} Channel",
    jani_info=f"info {WALK}",
    lpts_info="info models/reliable.lpts.json",
    prism_show=f"show {RELIABLE} Channel",
    prism_show_all=f"show {RELIABLE} reliable --format json",
    prism_show_dot=f"show {CRASH} Sink --format dot",
    prism_show_aut=f"show {RELIABLE} Channel --format aut",
    jani_show=f"show {WALK} Walker",
    prism_convert=f"convert {RELIABLE} out/reliable.lpts.json",
    prism_convert_text=f"convert {RELIABLE} out/reliable.txt",
    prism_convert_aut=f"convert {RELIABLE} out/reliable.aut",
    prism_decompose=f"decompose {RELIABLE}",
    prism_assumption=f"assumption {RELIABLE} --component Source",
)

ERRORS_EXPLICIT = cases(
    no_file="check nowhere.lts",
    no_file_json="check nowhere.lts --format json",
    no_file_junit="check nowhere.lts --format junit",
    no_suffix="check models",
    unknown_language="check models/reliable.props",
    syntax="check models/broken.lts",
    syntax_json="check models/broken.lts --format json",
    syntax_junit="check models/broken.lts --format junit",
    syntax_info="info models/broken.lts",
    syntax_aut="check models/broken.aut",
    syntax_lts_json="check models/broken.json",
    odd_lts_json="check models/odd.json",
    no_method=f"check {CHANNEL} --method monolitic",
    method_of_another_world=f"check {CHANNEL} --method symbolic",
    no_property=f"check {CHANNEL} --property Ordre",
    no_system=f"check {CHANNEL} --system Chanel",
    no_format=f"check {CHANNEL} --format xml",
    no_option=f"check {CHANNEL} --colour",
    no_learner=f"check {CHANNEL} --method lstar --learner ttt",
    a_word_too_many=f"check {CHANNEL} Channel",
    props_as_a_word=f"check {CHANNEL} model.props",
    smv_option=f"check {CHANNEL} --reorder",
    prism_option=f"check {CHANNEL} --spec Order",
    pctl_option=f"check {CHANNEL} --pctl 'P<=1 [ F \"x\" ]'",
    lstar_of_liveness=f"check {PARTS} --property LIVE --method lstar",
    lstar_of_deadlock=f"check {CHANNEL} --deadlock --method lstar",
    unfair_safety=f"check {CHANNEL} --property Order --no-fair-choice",
    split_of_monolithic=f"check {CHANNEL} --method monolithic --split 'Input | Output'",
    split_empty=f"check {CHANNEL} --method lstar --split 'Input |'",
    split_nothing=f"check {CHANNEL} --method lstar --split ''",
    split_unknown=f"check {CHANNEL} --method lstar --split 'Input | Outputt'",
    split_twice=f"check {CHANNEL} --method lstar --split 'Input | Input, Output'",
    split_left_out=f"check {SERVER} --method lstar --split 'c.1:CLIENT | c.2:CLIENT'",
    split_two_rests=f"check {CHANNEL} --method lstar --split 'rest | rest'",
    split_rest_empty=f"check {CHANNEL} --method lstar --split 'Input,Output | rest'",
    jobs_of_a_method=f"check {CHANNEL} --method lstar --jobs 2",
    explain_a_method=f"check {CHANNEL} --method lstar --explain",
    no_jobs=f"check {CHANNEL} --jobs 0",
    bad_timeout=f"check {CHANNEL} --timeout soon",
    negative_memory=f"check {CHANNEL} --memory -5",
    no_constant=f"check {CHANNEL} --const N=3",
    odd_constant=f"check {SERVER} --const N",
    certificate_nowhere=f"check {CHANNEL} --certificate no/such/c.json",
    certificate_folder=f"check {CHANNEL} --certificate out",
    certificate_over_model=f"check {CHANNEL} --certificate {CHANNEL}",
    show_unknown=f"show {CHANNEL} Chanel",
    show_bad_format=f"show {CHANNEL} Order --format pdf",
    info_unknown=f"info {CHANNEL} Chanel",
    convert_unknown=f"convert {CHANNEL} out/model.pdf",
    convert_to_lpts=f"convert {CHANNEL} out/model.lpts.json",
    certify_no_json=f"certify {CHANNEL} {CHANNEL}",
    certify_odd=f"certify models/odd_certificate.json {CHANNEL}",
    certify_no_file=f"certify nowhere.json {CHANNEL}",
    assumption_whose=f"assumption {CHANNEL}",
    assumption_of_nobody=f"assumption {CHANNEL} --component Z",
    decompose_unknown=f"decompose {CHANNEL} --property Ordre",
)

ERRORS_SYMBOLIC = cases(
    smv_no_file="check nowhere.smv",
    smv_syntax="check models/broken.smv",
    smv_syntax_json="check models/broken.smv --format json",
    smv_undeclared="check models/unbound.smv",
    smv_no_method=f"check {ROBOT} --method symbolik",
    smv_method_of_another_world=f"check {ROBOT} --method lstar",
    smv_no_property=f"check {ROBOT} --property motor_in_tme",
    smv_option_of_fsp=f"check {ROBOT} --system main",
    smv_learner=f"check {ROBOT} --learner lstar",
    smv_constant=f"check {ROBOT} --const N=3",
    smv_spec=f"check {ROBOT} --spec Order",
    smv_split_of_monolithic=f"check {ROBOT} --method monolithic --split 'motor | rest'",
    smv_split_unknown=f"check {ROBOT} --method symbolic --split 'moter | rest'",
    smv_split_balanced=f"check {ROBOT} --method symbolic --split balanced",
    smv_split_twice=f"check {ROBOT} --method symbolic --split 'motor | motor, rest'",
    smv_split_left_out=f"check {ROBOT} --method symbolic --split 'motor | sensor'",
    smv_split_empty=f"check {ROBOT} --method symbolic --split 'motor |'",
    smv_symbolic_of_ctl=f"check {LIGHT} --method symbolic --property can_be_lit",
    smv_asked_wrong=f"check {LIGHT} --invar 'lit &' --ltl 'AG lit' --ctl 'EF lid' --invar 'G lit'",
    smv_asked_wrong_json=f"check {LIGHT} --invar 'lit &' --format json",
    smv_formula_by_name=f"check {LIGHT} --property 'lit = 0'",
    smv_jobs_of_a_method=f"check {ROBOT} --method monolithic --jobs 2",
    smv_explain_a_method=f"check {ROBOT} --method monolithic --explain",
    smv_no_order=f"check {ROBOT} --order nowhere.ord",
    smv_odd_order=f"check {ROBOT} --order {ROBOT} --jobs 1 --property motor_in_time",
    smv_rounds_of_a_race=f"check {ROBOT} --jobs 1 --trace-iterations out/rounds",
    smv_certify_odd=f"certify models/odd_certificate.json {ROBOT}",
)

ERRORS_PROBABILISTIC = cases(
    prism_no_file="check nowhere.prism --spec Order",
    prism_syntax="check models/broken.prism --spec M",
    prism_syntax_json="check models/broken.prism --spec M --format json",
    jani_syntax="check models/broken.jani --spec M",
    prism_nothing_asked=f"check {RELIABLE}",
    prism_no_spec=f"check {RELIABLE} --spec Ordre",
    prism_no_spec_file=f"check {RELIABLE} --spec nowhere.prism",
    prism_no_method=f"check {RELIABLE} --spec Order --method agra",
    prism_method_of_another_world=f"check {RELIABLE} --spec Order --method lstar",
    prism_no_constant="check models/crash.prism --spec Order",
    prism_odd_constant=f"check {RELIABLE} --spec Order --const loss=0.1",
    prism_option_of_fsp=f"check {RELIABLE} --spec Order --system reliable",
    prism_option_of_smv=f"check {RELIABLE} --spec Order --reorder",
    prism_format_trace=f"check {RELIABLE} --spec Order --format trace",
    prism_split_of_monolithic=f"check {RELIABLE} --spec Order --method monolithic --split 'Source | Channel'",
    prism_split_unknown=f"check {RELIABLE} --spec Order --method agar --split 'Source | Chanel'",
    prism_split_left_out=f"check {CS} {CS_SPEC} --method agar --split 'Server | Client1'",
    prism_split_twice=f"check {RELIABLE} --spec Order --method agar --split 'Source | Source, Channel'",
    prism_pctl_syntax=f"check {RELIABLE} --pctl 'P<=0.5 [ F out'",
    prism_pctl_label=f"check {RELIABLE} --pctl 'P<=0.5 [ F \"outt\" ]'",
    prism_pctl_lower=f"check {RELIABLE} --pctl 'P>=0.5 [ F \"out\" ]'",
    prism_props_no_file=f"check {RELIABLE} --props nowhere.props",
    prism_props_no_property=f"check {RELIABLE} --props models/reliable.props --const k=3 --property 'in tme'",
    prism_property_without_props=f"check {RELIABLE} --spec Order --property P",
    prism_rounds_of_a_race=f"check {RELIABLE} --spec Order --jobs 1 --trace-iterations out/rounds",
    prism_jobs_of_a_method=f"check {RELIABLE} --spec Order --method agar --jobs 2",
    prism_explain_a_method=f"check {RELIABLE} --spec Order --method agar --explain",
    prism_tree_suffix=f"check {CRASH} --spec Order --tree out/tree.pdf",
    prism_show_unknown=f"show {RELIABLE} Chanel",
    prism_certify_odd=f"certify models/odd_certificate.json {RELIABLE} --spec Order",
)

GROUPS: dict[str, Cases] = {
    "help": HELP,
    "check_explicit": CHECK_EXPLICIT,
    "formats_explicit": FORMATS_EXPLICIT,
    "check_symbolic": CHECK_SYMBOLIC,
    "check_probabilistic": CHECK_PROBABILISTIC,
    "others_explicit": OTHERS_EXPLICIT,
    "others_symbolic": OTHERS_SYMBOLIC,
    "others_probabilistic": OTHERS_PROBABILISTIC,
    "errors_explicit": ERRORS_EXPLICIT,
    "errors_symbolic": ERRORS_SYMBOLIC,
    "errors_probabilistic": ERRORS_PROBABILISTIC,
}
