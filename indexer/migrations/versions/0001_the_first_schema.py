"""the first schema

Names of constraints follow the models' convention (indexer.models.base).
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None

TIME = sa.DateTime(timezone=True)
NOW = sa.text("now()")
IDS = postgresql.ARRAY(sa.BigInteger())


def upgrade() -> None:
    op.create_table(
        "brand_submission",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("website", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="new", nullable=False),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("decided_at", TIME),
        sa.CheckConstraint("state IN ('new', 'accepted', 'declined')", name="state_known"),
        sa.CheckConstraint("website ~* '^[a-z][a-z0-9+.-]*://'", name="website_is_absolute"),
    )
    op.create_table(
        "category",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("slug", sa.Text(), nullable=False, unique=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("parent_category_id", sa.Integer(), sa.ForeignKey("category.id")),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("icon", sa.Text()),
        sa.CheckConstraint(
            "(parent_category_id IS NULL) = (strpos(slug, '/') = 0)", name="root_has_no_slash"
        ),
        sa.CheckConstraint("slug ~ '^[a-z0-9-]+(/[a-z0-9-]+)*$'", name="slug_is_a_path"),
        sa.CheckConstraint("parent_category_id <> id", name="not_its_own_parent"),
    )
    op.create_index("ix_category_parent_category_id", "category", ["parent_category_id"])
    op.create_table(
        "click",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("brand_id", sa.Integer()),
        sa.Column("group_key", sa.Text()),
        sa.Column("href", sa.Text(), nullable=False),
        sa.Column("country_code", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
    )
    op.create_index("ix_click_created_at", "click", ["created_at"])
    op.create_table(
        "color",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("slug", sa.Text(), nullable=False, unique=True),
        sa.Column("name", sa.Text(), nullable=False, unique=True),
        sa.Column("swatch", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.CheckConstraint("slug ~ '^[a-z-]+$'", name="slug_is_lower_case"),
    )
    op.create_table(
        "country",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("iso", sa.Text(), nullable=False, unique=True),
        sa.Column("nicename", sa.Text(), nullable=False, unique=True),
        sa.Column("has_proxy", sa.Boolean(), server_default="false", nullable=False),
        sa.CheckConstraint("iso ~ '^[A-Z]{2}$'", name="iso_is_two_capitals"),
    )
    op.create_table(
        "newsletter_subscription",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False, unique=True),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("confirmed_at", TIME),
        sa.Column("left_at", TIME),
        sa.CheckConstraint("strpos(email, '@') > 1", name="email_has_an_at"),
    )
    op.create_index(
        "uq_newsletter_subscription_email",
        "newsletter_subscription",
        [sa.literal_column("lower(email)")],
        unique=True,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.Column(
            "xid",
            sa.BigInteger(),
            server_default=sa.text("pg_current_xact_id()::text::bigint"),
            nullable=False,
        ),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("written_at", TIME),
        sa.Column("error", sa.Text()),
    )
    op.create_index(
        "ix_outbox_pending", "outbox", ["id"], postgresql_where=sa.text("written_at IS NULL")
    )
    op.create_index("ix_outbox_xid", "outbox", ["xid"])
    op.create_table(
        "rate_set",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("day", sa.Date(), nullable=False, unique=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("fetched_at", TIME, server_default=NOW, nullable=False),
    )
    op.create_table(
        "search_log",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("filters", postgresql.JSONB(), nullable=False),
        sa.Column("sort", sa.Text(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("country_code", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
    )
    op.create_index("ix_search_log_created_at", "search_log", ["created_at"])
    op.create_table(
        "style",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("slug", sa.Text(), nullable=False, unique=True),
        sa.Column("name", sa.Text(), nullable=False, unique=True),
        sa.Column("image", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.CheckConstraint("slug ~ '^[a-z0-9-]+$'", name="slug_is_lower_case"),
    )
    op.create_table(
        "brand",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("slug", sa.Text(), nullable=False, unique=True),
        sa.Column("name", sa.Text(), nullable=False, unique=True),
        sa.Column("website", sa.Text(), nullable=False),
        sa.Column("instagram", sa.Text(), server_default="", nullable=False),
        sa.Column("is_active", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("item_type", sa.Text(), server_default="new", nullable=False),
        sa.Column("iframe_selector", sa.Text(), server_default="", nullable=False),
        sa.Column("node_path", sa.Text(), server_default="", nullable=False),
        sa.Column("background_image_selector", sa.Text(), server_default="", nullable=False),
        sa.Column("hover_node_path", sa.Text(), server_default="", nullable=False),
        sa.Column("image_replace_original_text", sa.Text(), server_default="", nullable=False),
        sa.Column("image_replace_new_text", sa.Text(), server_default="", nullable=False),
        sa.Column("image_bg", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("check_hover", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("scroll_delay", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hover_delay", sa.Integer(), server_default="0", nullable=False),
        sa.Column("parent_depth", sa.Integer(), server_default="1", nullable=False),
        sa.Column("product_brand_xpath", sa.Text(), server_default="", nullable=False),
        sa.Column("product_name_xpath", sa.Text(), server_default="", nullable=False),
        sa.Column("price_xpath", sa.Text(), server_default="", nullable=False),
        sa.Column("sale_price_xpath", sa.Text(), server_default="", nullable=False),
        sa.Column("sold_out_xpath", sa.Text(), server_default="", nullable=False),
        sa.Column("sold_out_text", sa.Text(), server_default="", nullable=False),
        sa.Column("href_class", sa.Text(), server_default="", nullable=False),
        sa.Column("currency", sa.Text(), server_default="ZAR", nullable=False),
        sa.Column("next_button_selector", sa.Text(), server_default="", nullable=False),
        sa.Column("next_button_text", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "next_button_click_not_redirect", sa.Boolean(), server_default="false", nullable=False
        ),
        sa.Column("infinite_scroll_button_selector", sa.Text(), server_default="", nullable=False),
        sa.Column("popup_close_button_selector", sa.Text(), server_default="", nullable=False),
        sa.Column("need_external_translate", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("is_multi_brand", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("detail_selector", sa.Text(), server_default="", nullable=False),
        sa.Column("detail_image_node_path", sa.Text(), server_default="", nullable=False),
        sa.Column("detail_original_image_text", sa.Text(), server_default="", nullable=False),
        sa.Column("detail_new_image_text", sa.Text(), server_default="", nullable=False),
        sa.Column("switch_image_order", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("country_id", sa.Integer(), sa.ForeignKey("country.id")),
        sa.Column("shipping_page", sa.Text(), server_default="", nullable=False),
        sa.Column("countries_selector", sa.Text(), server_default="", nullable=False),
        sa.Column("shipping_countries_list", sa.Text(), server_default="", nullable=False),
        sa.Column("scraped_shipping_countries", sa.Text(), server_default="", nullable=False),
        sa.Column("stealth", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("pin_board_url", sa.Text(), server_default="", nullable=False),
        sa.Column("scrape_every_hours", sa.Integer()),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("updated_at", TIME, server_default=NOW, nullable=False),
        sa.CheckConstraint("currency ~ '^[A-Z]{3}$'", name="currency_is_iso"),
        sa.CheckConstraint("item_type IN ('new', 'vintage')", name="item_type_known"),
        sa.CheckConstraint("slug ~ '^[a-z0-9-]+$'", name="slug_is_lower_case"),
        sa.CheckConstraint("hover_delay BETWEEN 0 AND 60000", name="hover_delay_in_ms"),
        sa.CheckConstraint("parent_depth BETWEEN 0 AND 50", name="parent_depth_in_levels"),
        sa.CheckConstraint("scrape_every_hours > 0", name="scrape_every_hours_positive"),
        sa.CheckConstraint("scroll_delay BETWEEN 0 AND 60000", name="scroll_delay_in_ms"),
    )
    op.create_table(
        "category_list",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("category_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["category_id"], ["category.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("name", "category_id"),
    )
    op.create_table(
        "rate",
        sa.Column("rate_set_id", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("per_euro", sa.Numeric(precision=18, scale=6), nullable=False),
        sa.CheckConstraint("per_euro > 0", name="per_euro_positive"),
        sa.ForeignKeyConstraint(["rate_set_id"], ["rate_set.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("rate_set_id", "currency"),
    )
    op.create_table(
        "brand_page",
        sa.Column("page_id", sa.Integer(), primary_key=True),
        sa.Column("brand_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("page_url", sa.Text(), nullable=False),
        sa.Column("product_category", sa.Integer(), sa.ForeignKey("category.id")),
        sa.Column("color", sa.Integer(), sa.ForeignKey("color.id")),
        sa.Column("custom_click_selector", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("page_url ~* '^https?://'", name="page_url_is_absolute"),
        sa.ForeignKeyConstraint(["brand_id"], ["brand.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_brand_page_brand_id", "brand_page", ["brand_id"])
    op.create_table(
        "brand_style",
        sa.Column("brand_id", sa.Integer(), nullable=False),
        sa.Column("style_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["brand_id"], ["brand.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["style_id"], ["style.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("brand_id", "style_id"),
    )
    op.create_index("ix_brand_style_style_id", "brand_style", ["style_id"])
    op.create_table(
        "scrape_run",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("brand_id", sa.Integer(), sa.ForeignKey("brand.id", ondelete="CASCADE")),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("result", sa.Text()),
        sa.Column("failure_reason", sa.Text()),
        sa.Column("job_id", sa.Text()),
        sa.Column("worker_name", sa.Text()),
        sa.Column("worker_pid", sa.Integer()),
        sa.Column("stop_requested", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("logfile_name", sa.Text(), nullable=False, unique=True),
        sa.Column("new_image_ids", IDS, server_default="{}", nullable=False),
        sa.Column("deleted_image_ids", IDS, server_default="{}", nullable=False),
        sa.Column("found_image_ids", IDS, server_default="{}", nullable=False),
        sa.Column("found_group_ids", IDS, server_default="{}", nullable=False),
        sa.Column("found_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("new_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("changed_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("gone_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rejected_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("pages_done", sa.Integer(), server_default="0", nullable=False),
        sa.Column("pages_total", sa.Integer(), server_default="0", nullable=False),
        sa.Column("complete", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("coverage", postgresql.JSONB()),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("start_time", TIME),
        sa.Column("heartbeat_at", TIME),
        sa.Column("written_at", TIME),
        sa.Column("end_time", TIME),
        sa.CheckConstraint(
            "(state = 'finished') = (result IS NOT NULL AND end_time IS NOT NULL)",
            name="finished_has_result",
        ),
        sa.CheckConstraint(
            "kind IN ('scrape+classify', 'scrape', 'classify', 'import')", name="kind_known"
        ),
        sa.CheckConstraint(
            "result IN ('success', 'failed', 'suspect', 'stopped')", name="result_known"
        ),
        sa.CheckConstraint("state IN ('queued', 'running', 'finished')", name="state_known"),
    )
    op.create_index(
        "ix_scrape_run_brand_start",
        "scrape_run",
        ["brand_id", sa.literal_column("start_time DESC")],
    )
    op.create_index("ix_scrape_run_start", "scrape_run", [sa.literal_column("start_time DESC")])
    op.create_index(
        "uq_scrape_run_open_brand",
        "scrape_run",
        [sa.literal_column("coalesce(brand_id, 0)")],
        unique=True,
        postgresql_where=sa.text("state <> 'finished'"),
    )
    op.create_table(
        "take_down",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("domain", sa.Text(), unique=True),
        sa.Column("brand_id", sa.Integer(), sa.ForeignKey("brand.id", ondelete="CASCADE")),
        sa.Column("group_key", sa.Text()),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.CheckConstraint(
            "(domain IS NOT NULL AND brand_id IS NULL AND group_key IS NULL) OR (domain IS NULL AND brand_id IS NOT NULL AND group_key IS NOT NULL)",
            name="product_or_domain",
        ),
        sa.UniqueConstraint("brand_id", "group_key"),
    )
    op.create_table(
        "failed_page",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("page_url", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("screenshot_name", sa.Text()),
        sa.Column("html_name", sa.Text()),
        sa.ForeignKeyConstraint(["run_id"], ["scrape_run.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_failed_page_run_id", "failed_page", ["run_id"])
    op.create_table(
        "product",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("brand_id", sa.Integer(), sa.ForeignKey("brand.id"), nullable=False),
        sa.Column("group_key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("product_brand", sa.Text()),
        sa.Column("href", sa.Text()),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("price", sa.Numeric(precision=14, scale=2)),
        sa.Column("ordinary_price", sa.Numeric(precision=14, scale=2)),
        sa.Column("sold_out", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("item_type", sa.Text()),
        sa.Column("source", sa.Text(), server_default="scrape", nullable=False),
        sa.Column("hints", postgresql.JSONB()),
        sa.Column("page_id", sa.Integer()),
        sa.Column("classified_category_id", sa.Integer(), sa.ForeignKey("category.id")),
        sa.Column("page_category_id", sa.Integer(), sa.ForeignKey("category.id")),
        sa.Column("curated_category_id", sa.Integer(), sa.ForeignKey("category.id")),
        sa.Column("classified_color_id", sa.Integer(), sa.ForeignKey("color.id")),
        sa.Column("page_color_id", sa.Integer(), sa.ForeignKey("color.id")),
        sa.Column("curated_color_id", sa.Integer(), sa.ForeignKey("color.id")),
        sa.Column("classified_unisex", sa.Boolean()),
        sa.Column("page_unisex", sa.Boolean()),
        sa.Column("curated_unisex", sa.Boolean()),
        sa.Column("curated_switch_order", sa.Boolean()),
        sa.Column("curated_sa_made", sa.Boolean()),
        sa.Column("popularity", sa.Integer(), server_default="0", nullable=False),
        sa.Column("revision", sa.BigInteger(), server_default="1", nullable=False),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("updated_at", TIME, server_default=NOW, nullable=False),
        sa.Column("last_seen_at", TIME, server_default=NOW, nullable=False),
        sa.Column("gone_at", TIME),
        sa.Column("blocked", sa.Boolean(), server_default="false", nullable=False),
        sa.CheckConstraint("currency ~ '^[A-Z]{3}$'", name="currency_is_iso"),
        sa.CheckConstraint("group_key <> ''", name="group_key_not_empty"),
        sa.CheckConstraint("ordinary_price > price", name="ordinary_price_above_price"),
        sa.CheckConstraint("price >= 0", name="price_not_negative"),
        sa.CheckConstraint("revision > 0", name="revision_positive"),
        sa.CheckConstraint("source IN ('scrape', 'import')", name="source_known"),
        sa.ForeignKeyConstraint(["page_id"], ["brand_page.page_id"], ondelete="SET NULL"),
        sa.UniqueConstraint("brand_id", "group_key"),
    )
    op.create_index("ix_product_created_at", "product", ["created_at"])
    op.create_index(
        "ix_product_gone_at",
        "product",
        ["gone_at"],
        postgresql_where=sa.text("gone_at IS NOT NULL"),
    )
    op.create_index("ix_product_page_id", "product", ["page_id"])
    op.create_table(
        "price_history",
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", TIME, nullable=False),
        sa.Column("run_id", sa.BigInteger()),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("price", sa.Numeric()),
        sa.Column("ordinary_price", sa.Numeric()),
        sa.Column("sold_out", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["product_id"], ["product.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("product_id", "seen_at"),
    )
    op.create_table(
        "product_image",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("image_url", sa.Text(), nullable=False),
        sa.Column("canonical_url", sa.Text(), nullable=False),
        sa.Column("calculated_url", sa.Text()),
        sa.Column("bucket_location", sa.Text()),
        sa.Column("content_hash", sa.Text()),
        sa.Column("fetch_failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("image_width", sa.Integer()),
        sa.Column("image_height", sa.Integer()),
        sa.Column("annotation", postgresql.JSONB()),
        sa.Column("product_search_results", postgresql.JSONB()),
        sa.Column("vertex_classification", postgresql.JSONB()),
        sa.Column("curated_category_id", sa.Integer(), sa.ForeignKey("category.id")),
        sa.Column("curated_color_id", sa.Integer(), sa.ForeignKey("color.id")),
        sa.Column("gone_at", TIME),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.CheckConstraint("image_width > 0 AND image_height > 0", name="size_in_px"),
        sa.CheckConstraint("position >= 0", name="position_not_negative"),
        sa.ForeignKeyConstraint(["product_id"], ["product.id"], ondelete="CASCADE"),
        sa.UniqueConstraint("product_id", "canonical_url"),
    )
    op.create_index("ix_product_image_content_hash", "product_image", ["content_hash"])
    op.create_table(
        "run_change",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("before", postgresql.JSONB()),
        sa.Column("after", postgresql.JSONB()),
        sa.ForeignKeyConstraint(["product_id"], ["product.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["run_id"], ["scrape_run.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_run_change_run_id", "run_change", ["run_id"])
