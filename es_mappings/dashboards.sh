#!/bin/sh
# Brings the dashboards to the Kibana of KIBANA_URL (a user and password may stand in it); a second
# time it replaces them. They are of indices named `products`, or INDEX_PREFIX.
set -eu
answer=$(sed "/\"index-pattern\"/s/\([\",]\)products/\1${INDEX_PREFIX:-products}/g" "$(dirname "$0")/kibana.ndjson" |
  curl -sS -H "kbn-xsrf: true" -F "file=@-;filename=kibana.ndjson" \
    "${KIBANA_URL%/}/api/saved_objects/_import?overwrite=true")
case $answer in
  *'"success":true'*) echo "The dashboards are in Kibana." ;;
  *) echo "Kibana refused the dashboards: $answer" >&2; exit 1 ;;
esac
