SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8
  FROM pg_locks JOIN pg_stat_activity a USING (pid)
 WHERE NOT granted AND locktype = 'relation' AND a.datname = current_database()
   AND a.application_name <> 'winkel-migrate'
