SELECT s.oid::regclass::text FROM pg_class s
JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
JOIN pg_class t ON t.oid = d.refobjid
JOIN pg_sequences q ON q.sequencename = s.relname AND q.schemaname = 'public'
WHERE s.relkind = 'S' AND q.last_value IS NOT NULL AND t.relname = ANY(%s)
