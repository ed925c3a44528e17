"""Certificates for tests, by the openssl program: an authority of our own, and servers' own."""

from __future__ import annotations

import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path


def _openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate's file, and its key's."""

    cert: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """Return what a server shows it with."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.cert, self.key)
        return context


def certificate(folder: Path, host: str, signed_by: Certificate | None = None) -> Certificate:
    """Make a host's certificate, signed by an authority, or by itself."""
    made = Certificate(folder / f"{host}-{bool(signed_by)}.pem", folder / f"{host}.key")
    kind = "IP" if host.replace(".", "").isdigit() else "DNS"
    signer = ("-CA", signed_by.cert, "-CAkey", signed_by.key) if signed_by else ()
    _openssl(
        *("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={host}"),
        *("-addext", f"subjectAltName={kind}:{host}", "-keyout", made.key, "-out", made.cert),
        *signer,
    )
    return made
