SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
 WHERE connamespace = 'public'::regnamespace
 UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
 UNION ALL SELECT table_name, concat_ws(' ', column_name, udt_name, numeric_precision,
                  numeric_scale, is_nullable, column_default, identity_generation)
  FROM information_schema.columns WHERE table_schema = 'public'
