"""A server for one test: its own keys, its own port on this machine, and nothing of it left afterwards."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

SBIN = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/sbin"))
SEPARATION = Path("/run/sshd")  # where a server of the system's own wants to lock itself up

SERVER = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile {folder}/sshd.pid
PasswordAuthentication no
PermitRootLogin yes
StrictModes no
UsePAM no
PrintMotd no
AcceptEnv LANG LC_*
"""

CLIENT = """
Host table
HostName 127.0.0.1
Port {port}
IdentityFile {folder}/user
IdentitiesOnly yes
UserKnownHostsFile {folder}/known
GlobalKnownHostsFile /dev/null
StrictHostKeyChecking no
BatchMode yes
LogLevel ERROR
"""


def missing() -> str:
    """Why no server can be had here, or empty."""
    lacking = [name for name in ("sshd", "ssh", "ssh-keygen") if shutil.which(name, path=SBIN) is None]
    if lacking:
        return f"{', '.join(lacking)} not installed: install the packages of OpenSSH's server and client"
    if os.geteuid() == 0:
        SEPARATION.mkdir(mode=0o755, exist_ok=True)
    return ""


@contextmanager
def server(folder: Path) -> Iterator[Path]:
    """A running server; gives the configuration with which a client finds it as `table`."""
    folder.mkdir()
    for name in ("host", "user"):
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    port = _free_port()
    for name, text in (("server", SERVER), ("client", CLIENT)):
        (folder / name).write_text(text.format(port=port, folder=folder), encoding="utf-8")
    command = [str(shutil.which("sshd", path=SBIN)), "-D", "-e", "-f", str(folder / "server")]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stderr is not None
            said = []
            for line in running.stderr:
                said.append(line)
                if "listening" in line:
                    break
            else:
                raise AssertionError(f"the server did not start: {''.join(said)}")
            yield folder / "client"
        finally:
            running.terminate()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def over(client: Path, env: Mapping[str, str], *command: str) -> Sequence[str]:
    """The command line that runs `command` with these variables at the far end, in a terminal there."""
    given = [f"{name}={value}" for name, value in env.items()]
    return ("ssh", "-tt", "-F", str(client), "table", "exec " + shlex.join(["env", *given, *command]))
