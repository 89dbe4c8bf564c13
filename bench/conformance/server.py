#!/usr/bin/env python3
"""An MCP server that has all that the official conformance suite asks for, on standard input and output or on HTTP.

    bench/conformance/server.py [--listen PORT]

On HTTP it keeps sessions, looks at `Host` and `Origin`, and numbers the events of its streams, so that one that was cut off
can be resumed. A request is answered on a thread of its own.
"""

import argparse
import itertools
import json
import queue
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from offer import answer


class Peer:
    """A client: what it was asked, and what it says to that."""

    def __init__(self):
        self.numbers = itertools.count(1)
        self.asked = {}

    def ask(self, send, method, params):
        number = f"server-{next(self.numbers)}"
        place = self.asked[number] = queue.Queue()
        send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        try:
            return place.get(timeout=PATIENCE)
        finally:
            del self.asked[number]

    def take(self, message, send, hang_up):
        """Answers a request through `send`; keeps an answer for whoever waits for it."""
        if "method" not in message:
            if place := self.asked.get(message.get("id")):
                place.put(json.dumps(message.get("result", message.get("error"))))
        elif "id" in message:
            send({"jsonrpc": "2.0", "id": message["id"], **outcome(message, Call(self, message, send, hang_up))})


class Call:
    """One request while it is answered."""

    def __init__(self, peer, message, send, hang_up):
        self.progress_token = message.get("params", {}).get("_meta", {}).get("progressToken")
        self.peer, self.send, self.hang_up = peer, send, hang_up

    def ask(self, method, params):
        return self.peer.ask(self.send, method, params)

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})


def outcome(message, call):
    try:
        result = answer(message["method"], message.get("params", {}), call)
    except LookupError as error:
        return {"error": {"code": -32602, "message": str(error)}}
    if result is None:
        return {"error": {"code": -32601, "message": f"unknown method: {message['method']}"}}
    return {"result": result}


def on_standard():
    peer, lock = Peer(), threading.Lock()

    def send(message):
        with lock:
            print(json.dumps(message), flush=True)

    for line in sys.stdin:
        threading.Thread(target=peer.take, args=(json.loads(line), send, lambda: None), daemon=True).start()


class Stream:
    """The events of one stream. The first has a number and no data, so that all after it can be asked for."""

    def __init__(self, name):
        self.name = name
        self.events = [""]
        self.is_over = False
        self.is_cut = False
        self.change = threading.Condition()

    def send(self, message):
        with self.change:
            self.events.append(json.dumps(message))
            self.is_over = "method" not in message
            self.change.notify_all()

    def hang_up(self):
        with self.change:
            self.is_cut = True
            self.change.notify_all()

    def after(self, seen):
        """What came after event `seen`, and whether nothing more will on this connection. Waits a little for it."""
        with self.change:
            self.change.wait_for(lambda: len(self.events) > seen + 1 or self.is_over or self.is_cut, timeout=KEEP_ALIVE)
            is_cut, self.is_cut = self.is_cut, False
            return self.events[seen + 1 :], self.is_over or is_cut


class Session(Peer):
    def __init__(self):
        super().__init__()
        self.streams = {"0": Stream("0")}
        self.names = itertools.count(1)

    def open(self):
        stream = Stream(str(next(self.names)))
        self.streams[stream.name] = stream
        return stream


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sessions = {}

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.is_from_here():
            return self.end(403)
        if message.get("method") == "initialize":
            name = uuid.uuid4().hex
            session = self.sessions[name] = Session()
        elif not (session := self.session()):
            return None
        else:
            name = self.headers["Mcp-Session-Id"]
        if "method" not in message or "id" not in message:
            session.take(message, None, None)
            return self.end(202)
        stream = session.open()
        threading.Thread(target=session.take, args=(message, stream.send, stream.hang_up), daemon=True).start()
        return self.carry(stream, -1, name)

    def do_GET(self):
        if not self.is_from_here():
            return self.end(403)
        if not (session := self.session()):
            return None
        name, _, seen = self.headers.get("Last-Event-ID", "0-0").partition("-")
        if name not in session.streams:
            return self.end(404)
        return self.carry(session.streams[name], int(seen), self.headers["Mcp-Session-Id"])

    def do_DELETE(self):
        if self.session():
            del self.sessions[self.headers["Mcp-Session-Id"]]
            self.end(200)

    def is_from_here(self):
        origin = self.headers.get("Origin", "http://localhost").partition("://")[2]
        return all(host.rsplit(":", 1)[0] in LOCAL for host in (self.headers.get("Host", ""), origin))

    def session(self):
        """The session of this request; without one it is refused."""
        name = self.headers.get("Mcp-Session-Id")
        if name not in self.sessions:
            self.end(404 if name else 400)
        return self.sessions.get(name)

    def carry(self, stream, seen, session):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Mcp-Session-Id", session)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        is_over = False
        try:
            while not is_over:
                events, is_over = stream.after(seen)
                for event in events:
                    seen += 1
                    self.chunk(f"id: {stream.name}-{seen}\nretry: 100\ndata: {event}\n\n")
                if not events:
                    self.chunk(": still here\n\n")
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            # The client has gone. What it missed stays in the stream.
            self.close_connection = True

    def chunk(self, words):
        data = words.encode()
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))

    def end(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words):
        """Nothing is logged."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


LOCAL = ("localhost", "127.0.0.1", "[::1]")

# How long the client is given to answer, and a stream may be silent, in seconds.
PATIENCE, KEEP_ALIVE = 30, 5


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--listen", type=int, metavar="PORT", help="speak Streamable HTTP there")
    options = options.parse_args()
    if options.listen is None:
        on_standard()
    else:
        Server(("127.0.0.1", options.listen), Handler).serve_forever()


if __name__ == "__main__":
    main()
