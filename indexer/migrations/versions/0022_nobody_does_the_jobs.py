"""an alert says that nobody does the jobs"""

from alembic import op

revision = "0022"
down_revision = "0021"

KINDS = "'failed', 'suspect', 'overdue', 'shrinking'"


def upgrade() -> None:
    _kinds("'behind', 'stalled'")


def downgrade() -> None:
    op.execute("DELETE FROM alert WHERE kind = 'stalled'")
    _kinds("'behind'")


def _kinds(of_no_brand: str) -> None:
    op.drop_constraint(op.f("ck_alert_kind_known"), "alert", type_="check")
    op.create_check_constraint(
        op.f("ck_alert_kind_known"),
        "alert",
        f"(brand_id IS NULL) = (kind IN ({of_no_brand})) AND kind IN ({KINDS}, {of_no_brand})",
    )
