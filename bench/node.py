"""Peers that run under Node: installed from npm once, and asked what they did in so many seconds."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

PEERS = Path(__file__).with_name("peers")


def there() -> bool:
    """Whether Node and npm are here and the peers are installed, now or before."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("node and npm are not here: their peers are left out", flush=True)
        return False
    if not (PEERS / "node_modules").is_dir():
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        done = subprocess.run(command, cwd=PEERS, check=False, timeout=300)
        return done.returncode == 0
    return True


def asked(script: str, seconds: float) -> dict[str, Any]:
    """What a script says of so many seconds of its work."""
    command = ["node", str(PEERS / script), str(seconds)]
    said = subprocess.run(command, cwd=PEERS, check=True, capture_output=True, text=True, timeout=120).stdout
    told: dict[str, Any] = json.loads(said.splitlines()[-1])
    return told
