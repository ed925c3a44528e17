"""What a migration makes of the rows that are there."""

from __future__ import annotations

import json

import psycopg
from alembic import command

from indexer.migrate import alembic_config, migrate
from tests.support.database import psycopg_url


def test_mails_and_alerts_that_wait_are_carried_into_the_one_table_and_so_is_what_comes_later(
    empty_database_url: str,
) -> None:
    """0027: processes of the version before may still write what no server took."""
    command.upgrade(alembic_config(empty_database_url), "0026")
    payload = json.dumps({"event": "change"})
    with psycopg.connect(psycopg_url(empty_database_url)) as connection:
        connection.execute(OLD_MAIL, [old_mail("ops@example.org, night@example.org", "<1@w>")])
        connection.execute(OLD_NOTICE, ["change", None, payload, "sent", "due", 3])
        connection.execute(OLD_NOTICE, ["digest", "2026-11-26", payload, "sent", "sent", 0])
    migrate(empty_database_url)
    with psycopg.connect(psycopg_url(empty_database_url)) as connection:
        connection.execute(OLD_MAIL, [old_mail("a@=?utf-8?q?evil.com=3e=2c_b=40?=.yy", "<2@w>")])
        mails = connection.execute(
            "SELECT recipient, message_id, subject, body IS NOT NULL, why,"
            " made_at < now() - interval '1 h'"
            " FROM message WHERE kind = 'carried over' ORDER BY id"
        ).fetchall()
        told = connection.execute(
            "SELECT key, channel, tries, body IS NOT NULL, sent_at IS NOT NULL FROM message"
            " WHERE kind <> 'carried over' ORDER BY id"
        ).fetchall()
        left = connection.execute("SELECT count(*) FROM waiting_mail").fetchone()
    assert mails == [
        ("ops@example.org", "<1@w>", "Grüße", True, "away", True),
        ("night@example.org", "<1@w>", "Grüße", True, "away", True),
        ("a@=?utf-8?q?evil.com=3e=2c_b=40?=.yy", "<2@w>", "Grüße", True, "away", True),
    ]
    assert told == [
        ("alert_message:1:mail", "mail", 0, False, True),
        ("alert_message:1:webhook", "webhook", 3, True, False),
        ("digest:2026-11-26:mail", "mail", 0, False, True),
        ("digest:2026-11-26:webhook", "webhook", 0, False, True),
    ]
    assert left == (0,)


OLD_MAIL = (
    "INSERT INTO waiting_mail (message, why, created_at)"
    " VALUES (%s, 'away', now() - '2 h'::interval)"
)
OLD_NOTICE = (
    "INSERT INTO alert_message (kind, day, subject, body, payload, mail_state, webhook_state,"
    " webhook_tries) VALUES (%s, %s, 'Winkel', '', %s, %s, %s, %s)"
)


def old_mail(to: str, message_id: str) -> bytes:
    head = f"Subject: Grüße\r\nTo: {to}\r\nMessage-ID: {message_id}\r\nFrom: w@w.example\r\n"
    return f"{head}\r\nTo: nobody@x.example\r\n".encode("latin-1")
