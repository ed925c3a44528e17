"""lock before changing products

An edit of a brand enqueues all its products under an exclusive lock, so that it sees those that
are just being added (indexer.outbox). Whoever changes products takes the lock, shared, before
the first row lock: taken after, the two would wait for each other. So does whoever changes a
brand's keys, exclusively, because that blocks the foreign key checks of its products.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

OUTBOX_LOCK = 0x57494E4F  # indexer.outbox's


def upgrade() -> None:
    for name, acquire in (
        ("share_outbox_lock", "pg_advisory_xact_lock_shared"),
        ("take_outbox_lock", "pg_advisory_xact_lock"),
    ):
        op.execute(
            f"""
            CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM {acquire}({OUTBOX_LOCK});
                RETURN NULL;
            END $$
            """
        )
    op.execute(
        "CREATE TRIGGER share_outbox_lock BEFORE INSERT OR UPDATE OR DELETE ON product"
        " FOR EACH STATEMENT EXECUTE FUNCTION share_outbox_lock()"
    )
    op.execute(
        "CREATE TRIGGER take_outbox_lock BEFORE UPDATE OF name, slug ON brand"
        " FOR EACH STATEMENT EXECUTE FUNCTION take_outbox_lock()"
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER take_outbox_lock ON brand")
    op.execute("DROP TRIGGER share_outbox_lock ON product")
    op.execute("DROP FUNCTION take_outbox_lock, share_outbox_lock")
