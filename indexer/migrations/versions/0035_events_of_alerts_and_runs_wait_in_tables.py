"""visitors' alerts and ended runs wait in their tables until they are among the events"""

import sqlalchemy as sa
from alembic import op

from indexer.migrations import online

revision = "0035"
down_revision = "0034"

# Whoever changes an alert, a visitor, a purge or a product that goes, has it noted in the same
# transaction. A restore, which copies old rows, sets none.
_NOTE = """
CREATE OR REPLACE FUNCTION note_alert(alert price_alert, action text) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO price_alert_event (alert_id, action, kind, product_id, confirmed)
    VALUES (alert.id, action, alert.kind, alert.product_id, alert.confirmed_at IS NOT NULL)
$$;
CREATE OR REPLACE FUNCTION note_alert_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM note_alert(OLD, 'removed');
    ELSE
        PERFORM note_alert(NEW, TG_ARGV[0]);
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_alert_mailed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_alert(a, 'mailed') FROM price_alert a WHERE a.id = NEW.alert_id;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER note_set AFTER INSERT ON price_alert
    FOR EACH ROW WHEN (NEW.created_at = now()) EXECUTE FUNCTION note_alert_changed('set');
CREATE OR REPLACE TRIGGER note_confirmed AFTER UPDATE OF confirmed_at ON price_alert
    FOR EACH ROW WHEN (OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL)
    EXECUTE FUNCTION note_alert_changed('confirmed');
CREATE OR REPLACE TRIGGER note_removed AFTER DELETE ON price_alert
    FOR EACH ROW EXECUTE FUNCTION note_alert_changed();
CREATE OR REPLACE TRIGGER note_mailed AFTER UPDATE OF mailed_at ON price_alert_reading
    FOR EACH ROW WHEN (OLD.mailed_at IS NULL AND NEW.mailed_at IS NOT NULL)
    EXECUTE FUNCTION note_alert_mailed();
"""


def upgrade() -> None:
    op.create_table(
        "price_alert_event",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("alert_id", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("product_id", sa.BigInteger()),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_price_alert_event")),
        if_not_exists=True,
    )
    op.execute(_NOTE)
    op.execute("ALTER TABLE scrape_run ADD COLUMN IF NOT EXISTS events_at timestamptz")
    online.create_index(
        "ix_scrape_run_without_events",
        "scrape_run",
        ["id"],
        postgresql_where=sa.text("events_at IS NULL AND state = 'finished'"),
    )
    online.create_index(
        "ix_price_history_of_no_run",
        "price_history",
        ["seen_at"],
        postgresql_where=sa.text("run_id IS NULL"),
    )


def downgrade() -> None:
    online.drop_index("ix_price_history_of_no_run", "price_history")
    online.drop_index("ix_scrape_run_without_events", "scrape_run")
    op.execute("ALTER TABLE scrape_run DROP COLUMN IF EXISTS events_at")
    op.execute("DROP TRIGGER IF EXISTS note_mailed ON price_alert_reading")
    for name in ("set", "confirmed", "removed"):
        op.execute(f"DROP TRIGGER IF EXISTS note_{name} ON price_alert")
    op.execute("DROP FUNCTION IF EXISTS note_alert_mailed, note_alert_changed, note_alert")
    op.drop_table("price_alert_event", if_exists=True)
