"""Messages: everything that leaves by mail, webhook or chat, from the moment that made it true."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created, Flag

CHANNELS = MAIL, WEBHOOK, CHAT = "mail", "webhook", "chat"
# Kinds to visitors, each with a template in indexer/notify; the others are to operators.
NEWSLETTER, ALERTS_REQUESTED, ALERTS_CROSSED = "newsletter", "alerts asked", "alerts crossed"


class Message(Base):
    """A message to one recipient on one channel: it waits, is sent, or was given up (`why`).

    `recipient`: a mail address as it goes over SMTP, or a chat's name; empty of the webhook: their
    addresses are settings. `body`: the whole mail (RFC 5322), the webhook's JSON or a chat's text,
    as long as it waits: links in it are secrets. `leased_by`: who is sending it, which counts until
    `leased_until`. `refused`: the recipient's server refused for good, which counts against the
    address.
    """

    __tablename__ = "message"
    __table_args__ = (
        CheckConstraint("channel IN ('mail', 'webhook', 'chat')", name="channel_known"),
        CheckConstraint("sent_at IS NULL OR gave_up_at IS NULL", name="ends_once"),
        CheckConstraint(
            "(body IS NULL) = (sent_at IS NOT NULL OR gave_up_at IS NOT NULL)",
            name="body_while_it_waits",
        ),
        Index(
            "ix_message_waiting",
            "due_at",
            postgresql_where=text("sent_at IS NULL AND gave_up_at IS NULL"),
        ),
        Index("ix_message_recipient", text("lower(recipient)")),
    )

    id: Mapped[BigId]
    kind: Mapped[str]
    channel: Mapped[str]
    recipient: Mapped[str] = mapped_column(default="", server_default="")
    key: Mapped[str] = mapped_column(unique=True)  # unique for each message
    message_id: Mapped[str]  # of RFC 5322, or the webhook's own
    subject: Mapped[str]
    body: Mapped[bytes | None]
    made_at: Mapped[Created]
    due_at: Mapped[datetime] = mapped_column(server_default=func.now())
    leased_by: Mapped[str | None]
    leased_until: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(default=0, server_default="0")  # that its recipient failed
    tried_at: Mapped[datetime | None]
    why: Mapped[str | None]  # the last try failed, or it was given up
    sent_at: Mapped[datetime | None]
    gave_up_at: Mapped[datetime | None]
    refused: Mapped[Flag]

    @property
    def state(self) -> str:
        """Return in a word what became of it."""
        if self.sent_at is not None:
            return "sent"
        return "waiting" if self.gave_up_at is None else "gave up"
