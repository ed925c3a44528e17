"""messages go to operators' chats, too"""

from alembic import op

from indexer.migrations import online

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    online.replace_check(
        "ck_message_channel_known", "message", "channel IN ('mail', 'webhook', 'chat')"
    )


def downgrade() -> None:
    op.execute("DELETE FROM message WHERE channel = 'chat'")
    online.replace_check("ck_message_channel_known", "message", "channel IN ('mail', 'webhook')")
