"""one table of messages, which one sender empties

What waits in the tables before it is carried over. Both stay for as long as processes of the version
before may run; `waiting_mail` hands over what they still write into it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

TIME = sa.DateTime(timezone=True)
NOW = sa.text("now()")
WAITS = "sent_at IS NULL AND gave_up_at IS NULL"
# A mail's header, of those that are written in one line.
HEADER = r"substring(convert_from({mail}, 'LATIN1') from '(?n)^{name}: ([^\r\n]*)')"
# One for each address: the sender refuses what is none.
CARRY = f"""
INSERT INTO message (kind, channel, recipient, key, message_id, subject, body, made_at, why)
SELECT 'carried over', 'mail', btrim(one.recipient), 'waiting_mail:' || m.id || ':' || one.place,
       coalesce({HEADER.format(mail="m.message", name="Message-ID")}, '<waiting-' || m.id || '@localhost>'),
       coalesce({HEADER.format(mail="m.message", name="Subject")}, ''), m.message, m.created_at, m.why
  FROM {{mails}} m,
       regexp_split_to_table({HEADER.format(mail="m.message", name="To")}, ',')
         WITH ORDINALITY AS one (recipient, place)
    ON CONFLICT DO NOTHING
"""  # noqa: S608
HAND_OVER = f"""
CREATE FUNCTION hand_over_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  {CARRY.format(mails="(SELECT NEW.*)")};
  DELETE FROM waiting_mail WHERE id = NEW.id;
  RETURN NULL;
END $$
"""  # noqa: S608
# What operators were told, for the list of it and so that a day has one digest, and what the
# webhook has not taken. Their mails that no server took are in waiting_mail.
NOTICES = """
INSERT INTO message (kind, channel, key, message_id, subject, body, made_at, due_at, tries, why,
                     sent_at, gave_up_at)
SELECT m.kind, way.channel,
       coalesce('digest:' || m.day, 'alert_message:' || m.id) || ':' || way.channel,
       'msg_' || m.id, m.subject,
       CASE WHEN way.state = 'due' THEN convert_to(
            (m.payload || jsonb_build_object('id', m.id, 'subject', m.subject))::text, 'UTF8') END,
       m.created_at, coalesce(m.next_try_at, now()), way.tries, way.why,
       CASE WHEN way.state = 'sent' THEN m.created_at END,
       CASE WHEN way.state NOT IN ('due', 'sent') THEN m.created_at END
  FROM alert_message m,
       LATERAL (VALUES ('mail', m.mail_state, 0, m.mail_error),
                       ('webhook', m.webhook_state, m.webhook_tries, m.webhook_error)
               ) AS way (channel, state, tries, why)
 WHERE way.state <> 'off' AND NOT (way.channel = 'mail' AND way.state = 'due')
    ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    op.create_table(
        "message",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), server_default="", nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary()),
        sa.Column("made_at", TIME, server_default=NOW, nullable=False),
        sa.Column("due_at", TIME, server_default=NOW, nullable=False),
        sa.Column("leased_by", sa.Text()),
        sa.Column("leased_until", TIME),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("tried_at", TIME),
        sa.Column("why", sa.Text()),
        sa.Column("sent_at", TIME),
        sa.Column("gave_up_at", TIME),
        sa.Column("refused", sa.Boolean(), server_default="false", nullable=False),
        sa.CheckConstraint("channel IN ('mail', 'webhook')", name=op.f("ck_message_channel_known")),
        sa.CheckConstraint(
            "sent_at IS NULL OR gave_up_at IS NULL", name=op.f("ck_message_ends_once")
        ),
        sa.CheckConstraint(
            "(body IS NULL) = (sent_at IS NOT NULL OR gave_up_at IS NOT NULL)",
            name=op.f("ck_message_body_while_it_waits"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
        sa.UniqueConstraint("key", name=op.f("uq_message_key")),
    )
    op.create_index("ix_message_waiting", "message", ["due_at"], postgresql_where=sa.text(WAITS))
    op.create_index("ix_message_recipient", "message", [sa.text("lower(recipient)")])
    op.execute(NOTICES)
    op.execute(HAND_OVER)
    # After an update, too: a mail that the version before has in hand now is given back so.
    op.execute(
        "CREATE TRIGGER hand_over AFTER INSERT OR UPDATE ON waiting_mail"
        " FOR EACH ROW EXECUTE FUNCTION hand_over_mail()"
    )
    op.execute(
        "UPDATE waiting_mail SET why = why"
        " WHERE id IN (SELECT id FROM waiting_mail FOR UPDATE SKIP LOCKED)"
    )


def downgrade() -> None:
    op.execute("DROP FUNCTION hand_over_mail() CASCADE")
    op.execute(
        "INSERT INTO waiting_mail (message, why, created_at)"
        " SELECT body, coalesce(why, 'It was not sent yet'), made_at"
        " FROM message WHERE body IS NOT NULL AND channel = 'mail'"
    )
    op.drop_table("message")
