"""nginx in front of the service: TLS with a certificate of its own making, and a path of its own."""

import asyncio
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

CONFIG = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
  server {{
    listen 127.0.0.1:{port} ssl; server_name localhost;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
{location}
  }}
}}
"""


def location(page: Path, to: int) -> str:
    """The part of the configuration that docs/proxy.md shows, for another port."""
    block = page.read_text("utf-8").split("```nginx\n")[1].split("```")[0]
    assert "http://127.0.0.1:8000/" in block
    return block.replace("127.0.0.1:8000", f"127.0.0.1:{to}").replace("$host", "$http_host")


def certificate(folder: Path) -> Path:
    """A certificate for this machine."""
    made = folder / "cert.pem"
    asked = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(
        [*asked, *names, "-keyout", str(folder / "key.pem"), "-out", str(made)], check=True, capture_output=True
    )
    return made


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@asynccontextmanager
async def proxied(folder: Path, page: Path, port: int, to: int) -> AsyncIterator[None]:
    """nginx, up."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
    assert program, "no nginx on the path; `make services` sees to it"
    config = folder / "nginx.conf"
    config.write_text(CONFIG.format(folder=folder, port=port, location=location(page, to)))
    process = await asyncio.create_subprocess_exec(program, "-p", str(folder), "-c", str(config))
    try:
        for _ in range(500):
            assert process.returncode is None, (folder / "error.log").read_text()
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                break
        yield
    finally:
        process.terminate()
        await process.wait()
