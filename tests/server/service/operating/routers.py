"""A router that exists on loopback alone: answers SSDP, describes itself, and stores its port mappings."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DEVICE = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
DESCRIPTION = f"""<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>
<device><deviceType>{DEVICE}</deviceType><friendlyName>Router</friendlyName><manufacturer>us</manufacturer>
<modelName>fake</modelName><UDN>uuid:0</UDN><serviceList><service><serviceType>{SERVICE}</serviceType>
<serviceId>urn:upnp-org:serviceId:WANIPConn1</serviceId><controlURL>/control</controlURL>
<eventSubURL>/events</eventSubURL><SCPDURL>/scpd.xml</SCPDURL></service></serviceList></device></root>"""

ACTIONS = {
    "AddPortMapping": (
        ("NewRemoteHost", "in", "string"), ("NewExternalPort", "in", "ui2"), ("NewProtocol", "in", "string"),
        ("NewInternalPort", "in", "ui2"), ("NewInternalClient", "in", "string"),
        ("NewEnabled", "in", "boolean"), ("NewPortMappingDescription", "in", "string"),
        ("NewLeaseDuration", "in", "ui4"),
    ),
    "DeletePortMapping": (
        ("NewRemoteHost", "in", "string"), ("NewExternalPort", "in", "ui2"), ("NewProtocol", "in", "string"),
    ),
    "GetExternalIPAddress": (("NewExternalIPAddress", "out", "string"),),
}  # fmt: skip


def scpd() -> str:
    """Return the service's actions, as UPnP describes them."""
    actions, variables = [], {}
    for name, arguments in ACTIONS.items():
        rows = []
        for argument, way, kind in arguments:
            variable = argument.removeprefix("New")
            variables[variable] = kind
            rows.append(
                f"<argument><name>{argument}</name><direction>{way}</direction>"
                f"<relatedStateVariable>{variable}</relatedStateVariable></argument>"
            )
        actions.append(f"<action><name>{name}</name><argumentList>{''.join(rows)}</argumentList></action>")
    state = "".join(
        f'<stateVariable sendEvents="no"><name>{name}</name><dataType>{kind}</dataType></stateVariable>'
        for name, kind in variables.items()
    )
    return (
        '<?xml version="1.0"?><scpd xmlns="urn:schemas-upnp-org:service-1-0"><specVersion><major>1</major>'
        f"<minor>0</minor></specVersion><actionList>{''.join(actions)}</actionList>"
        f"<serviceStateTable>{state}</serviceStateTable></scpd>"
    )


@dataclass
class FakeRouter:
    """A router with prepared answers that records requests: external port -> (internal port, client,
    lease).
    """

    external: str = "203.0.114.5"
    taken: frozenset[int] = frozenset()
    only_for_ever: bool = False
    mappings: dict[int, tuple[int, str, int]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    ssdp: tuple[str, int] = ("", 0)
    renewed: threading.Event = field(default_factory=threading.Event)

    def answer(self, action: str, values: dict[str, str]) -> tuple[int, str]:
        """Return (0, body) or (UPnP's error number, "")."""
        self.asked.append(action)
        if action == "GetExternalIPAddress":
            return 0, f"<NewExternalIPAddress>{self.external}</NewExternalIPAddress>"
        port = int(values["NewExternalPort"])
        if action == "DeletePortMapping":
            return (0, "") if self.mappings.pop(port, None) else (714, "")
        lease = int(values["NewLeaseDuration"])
        if port in self.taken:
            return 718, ""
        if lease and self.only_for_ever:
            return 725, ""
        if port in self.mappings:
            self.renewed.set()
        self.mappings[port] = (int(values["NewInternalPort"]), values["NewInternalClient"], lease)
        return 0, ""


@contextmanager
def run_router(router: FakeRouter) -> Iterator[FakeRouter]:
    """Run the router."""
    web = ThreadingHTTPServer(("127.0.0.1", 0), _handler(router))
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ear.bind(("127.0.0.1", 0))
    router.ssdp = ear.getsockname()
    location = f"http://127.0.0.1:{web.server_address[1]}/description.xml"
    threads = [
        threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.05}),
        threading.Thread(target=_listen, args=(ear, location)),
    ]
    for thread in threads:
        thread.start()
    try:
        yield router
    finally:
        web.shutdown()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"end", router.ssdp)
        for thread in threads:
            thread.join()
        web.server_close()
        ear.close()


def _listen(ear: socket.socket, location: str) -> None:
    """Answer every search for a gateway."""
    while (heard := ear.recvfrom(2048))[0] != b"end":
        if DEVICE.encode() in heard[0]:
            lines = ["HTTP/1.1 200 OK", f"ST: {DEVICE}", f"USN: uuid:0::{DEVICE}", f"LOCATION: {location}"]
            ear.sendto("\r\n".join([*lines, "CACHE-CONTROL: max-age=60", "EXT:", "", ""]).encode(), heard[1])


def _handler(router: FakeRouter) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(200, DESCRIPTION if self.path == "/description.xml" else scpd())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            action = self.headers["SOAPAction"].strip('"').partition("#")[2]
            error, answer = router.answer(action, dict(re.findall(r"<(New\w+)>([^<]*)</", body)))
            if error:
                detail = f"<UPnPError xmlns='urn:schemas-upnp-org:control-1-0'><errorCode>{error}</errorCode>"
                detail += "<errorDescription>no</errorDescription></UPnPError>"
                fault = f"<s:Fault><faultcode>s:Client</faultcode><detail>{detail}</detail></s:Fault>"
                self._send(500, _envelope(fault))
            else:
                self._send(
                    200, _envelope(f'<u:{action}Response xmlns:u="{SERVICE}">{answer}</u:{action}Response>')
                )

        def _send(self, status: int, text: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/xml")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    return Handler


def _envelope(body: str) -> str:
    return (
        '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" '
        f's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>{body}</s:Body></s:Envelope>'
    )
