SELECT k.conrelid::regclass::text || '.' || string_agg(a.attname, ',' ORDER BY a.attnum),
       k.confrelid::regclass::text
  FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
 WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
   AND NOT EXISTS (
       SELECT FROM pg_index i
        WHERE i.indrelid = k.conrelid AND i.indisvalid AND i.indpred IS NULL
          AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
 GROUP BY k.oid, k.conrelid, k.confrelid
