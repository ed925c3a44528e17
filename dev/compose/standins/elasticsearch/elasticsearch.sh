#!/bin/bash
# As the official image's: settings from variables with a dot, the password into the keystore.
set -eu
[ "${1:-}" = eswrapper ] || exec "$@"
export ES_PATH_CONF=${ES_PATH_CONF:-/usr/share/elasticsearch/config}
if [ -n "${ELASTIC_PASSWORD:-}" ]; then
    [ -f "$ES_PATH_CONF/elasticsearch.keystore" ] || bin/elasticsearch-keystore create
    echo "$ELASTIC_PASSWORD" | bin/elasticsearch-keystore add -x -f bootstrap.password
fi
settings=(-Enetwork.host=0.0.0.0)
while IFS='=' read -r name value; do
    [[ $name =~ ^[a-z0-9_]+\.[a-z0-9_.]+$ && -n $value ]] && settings+=("-E$name=$value")
done < <(env)
# Several nodes do not start with fewer open files, which some hosts forbid.
[ "$(ulimit -Hn)" = unlimited ] || [ "$(ulimit -Hn)" -ge 65535 ] || export LD_PRELOAD=/usr/local/lib/files.so
exec bin/elasticsearch "${settings[@]}"
