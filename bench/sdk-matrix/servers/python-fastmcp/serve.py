"""Serves on stdio, or with `--http PORT` on http://127.0.0.1:PORT/mcp."""

import argparse
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn


def serve(run_stdio: Callable[[], None], http_app: Callable[[], Any]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--http", type=int, metavar="PORT", help="a port of 127.0.0.1, 0 for any")
    port = parser.parse_args().http
    if port is None:
        run_stdio()
        return
    listener = socket.create_server(("127.0.0.1", port))
    print(f"listening on {listener.getsockname()[1]}", file=sys.stderr, flush=True)
    uvicorn.Server(uvicorn.Config(http_app(), log_level="warning")).run(sockets=[listener])
