"""What every room rests on: settings, the database, logs, files, mail's transport, queues."""
