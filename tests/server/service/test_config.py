"""Settings: later sources win, and every mistake gets a sentence that names the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_server.service.config import Config, read_config
from facedown_shared.text.errors import BadInput, Code


def write(folder: Path, text: str) -> Path:
    """Write a settings file."""
    path = folder / "facedown.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_settings_there_are_usual_ones() -> None:
    config = read_config(environment={})
    assert config == Config()
    assert config.port == 7777
    assert not config.is_secure


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, 'port = 1\nname = "file"\nconnections = 5\nbind = ["10.0.0.1"]')
    config = read_config(path, {"FACEDOWN_PORT": "2", "FACEDOWN_NAME": "variable"}, {"port": 3})
    assert (config.port, config.name, config.connections) == (3, "variable", 5)
    assert config.bind == ("10.0.0.1",)


def test_a_file_of_variables_is_read_as_systemd_reads_it(tmp_path: Path) -> None:
    """Seen to fail: the documented `env $(cat facedown.env)` broke the name at its blank."""
    path = tmp_path / "facedown.env"
    path.write_text(
        '# club\n\nFACEDOWN_NAME=Thursday club\nFACEDOWN_PUBLIC_URL="https://duels.example"\n'
        "FACEDOWN_PROXIES='10.0.0.1'\n FACEDOWN_PORT = 7000\n; old\nPATH=/bin\n"
    )
    config = read_config(path, {"FACEDOWN_PORT": "2"})
    assert (config.name, config.port) == ("Thursday club", 2)
    assert (config.public_url, config.proxies) == ("https://duels.example", ("10.0.0.1",))
    path.write_text("FACEDOWN_PROT=1")
    with pytest.raises(BadInput, match="prot"):
        read_config(path, {})


def test_variables_are_text_and_lists_have_commas() -> None:
    config = read_config(environment={
        "FACEDOWN_BIND": "127.0.0.1,::1", "FACEDOWN_DISCOVERY": "false", "FACEDOWN_ADMIN_PORT": "0",
        "FACEDOWN_PROXIES": "10.0.0.1", "FACEDOWN_PORT": "", "NOT_FACEDOWN_ELSE": "x", "PATH": "/bin",
    })  # fmt: skip
    assert config.bind == ("127.0.0.1", "::1")
    assert config.proxies == ("10.0.0.1",)
    assert config.discovery is False
    assert config.admin_port == 0


def test_flags_that_were_not_given_change_nothing() -> None:
    config = read_config(environment={"FACEDOWN_PORT": "2"}, flags={"port": None, "bind": (), "name": None})
    assert config.port == 2
    assert config.bind == Config().bind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", ["'prot'", "facedown.toml", "did you mean 'port'?"]),
        ("xyzzy = 1", ["'xyzzy'", "there are name, bind, port"]),
        ("port = 99999", ["port", "99999", "it is a whole number from 0 to 65535"]),
        ('port = "many"', ["port", "'many'", "it is a whole number from 0 to 65535"]),
        ("admin_port = 1.5", ["admin_port", "1.5", "it is a whole number from 0 to 65535"]),
        ("chat_per_minute = 0", ["chat_per_minute", "it is a number from 1 to 100000"]),
        ('discovery = "maybe"', ["discovery", "'maybe'", "it is true or false"]),
        ('name = ""', ["name", "it is a text of 1 to 60 letters"]),
        ("tls_cert = 5", ["tls_cert", "it is a text"]),
        ("bind = 5", ["bind", "it is a list of texts"]),
        ('log_level = "loud"', ["log_level", "'loud'", "one of debug, info, warning, error"]),
        ("[limits]\nconnections = 1", ["[limits]", "of a table"]),
        ("port = = 1", ["is not TOML", "line 1"]),
        ('tls_cert = "a.pem"', ["tls_key"]),
        ('tls_key = "a.pem"', ["tls_cert"]),
        ('public_url = "duels.example"', ["public_url", "https://duels.example", "'duels.example'"]),
        ('public_url = "https://duels.example/path"', ["public_url"]),
        ('database = "duels"', ["database", "'duels'", "postgresql+psycopg://"]),
        ("bind = []", ["bind", "at least one"]),
        ('proxies = ["nonsense"]', ["proxies", "'nonsense'", "such as 127.0.0.1"]),
        ('proxies = ["127.0.0.1", "10.0.0.0/8"]', ["proxies", "'10.0.0.0/8'"]),
    ],
)
def test_mistakes_get_one_sentence(tmp_path: Path, text: str, words: list[str]) -> None:
    with pytest.raises(BadInput) as refused:
        read_config(write(tmp_path, text), {})
    assert refused.value.code is Code.BAD_SETTING
    sentence = str(refused.value)
    assert all(word in sentence for word in words), sentence
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence


@pytest.mark.parametrize(("name", "words"), [
    ("FACEDOWN_PROT", r"no setting 'prot' \(FACEDOWN_PROT in the environment\); did you mean 'port'"),
    ("FACEDOWN_XYZZY", r"no setting 'xyzzy' \(FACEDOWN_XYZZY in the environment\); there are name"),
])  # fmt: skip
def test_a_variable_that_is_no_setting_is_a_mistake(name: str, words: str) -> None:
    """Seen to fail: a name that resembled no setting was ignored, so the operator did not notice that it had
    no effect.
    """
    with pytest.raises(BadInput, match=words):
        read_config(environment={name: "7777"})


def test_variables_of_others_are_left_alone() -> None:
    others = {
        "FACEDOWN_SERVICE_HOST": "10.0.0.1", "FACEDOWN_SERVICE_PORT": "7777",
        "FACEDOWN_PORT_7777_TCP": "tcp://10.0.0.1:7777", "FACEDOWN_PORT_7777_TCP_ADDR": "10.0.0.1",
        "FACEDOWN_HOME": "/h", "FACEDOWN_STARTED_BY": "python3 run.py", "FACEDOWN_CONFIG": "facedown.toml",
        "FACEDOWN_DOMAIN": "duels.example",
    }  # fmt: skip
    assert read_config(environment=others) == Config()


def test_a_file_in_another_encoding_gets_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "facedown.toml"
    path.write_bytes('name = "Café"'.encode("latin-1"))
    with pytest.raises(BadInput, match="save it as text in UTF-8"):
        read_config(path, {})


def test_a_mistake_says_where_it_stands() -> None:
    with pytest.raises(BadInput, match="in the environment"):
        read_config(environment={"FACEDOWN_PORT": "x"})
    with pytest.raises(BadInput, match="on the command line"):
        read_config(environment={}, flags={"port": -1})


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_config(tmp_path / "none.toml", {})


def test_data_goes_where_the_system_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path))
    folder = Config().folder
    assert folder.name == "facedown"
    assert folder.is_relative_to(tmp_path)
    assert Config(data="/srv/duels").folder == Path("/srv/duels")


def test_names_of_the_server_are_set_in_every_way() -> None:
    assert read_config(environment={"FACEDOWN_PUBLIC_HOST": "nas.lan,tv.lan"}).public_host == (
        "nas.lan",
        "tv.lan",
    )
    own = Config(public_url="https://Duels.example/n/a", public_host=("NAS.lan",), bind=("pc.lan",)).own_names
    assert own == {"duels.example", "nas.lan", "pc.lan"}
    for wrong in ("http://nas.lan", "nas.lan:7777", "nas.lan/", "", "a b"):
        with pytest.raises(BadInput, match="names hosts without port and path"):
            read_config(environment={}, flags={"public_host": (wrong,)})
