#!/bin/sh
# Writes nginx's configuration from deploy/nginx/nginx.conf.template and the FRONT_ variables, and starts it.
# What each variable means stands in the template. FRONT_TEMPLATE: where that is.
set -eu
run=$FRONT_RUN

# Whose word counts for a visitor's address and scheme: proxies before this one, and nobody else.
: > "$run/peers.conf"
: > "$run/proxies.conf"
for peer in ${FRONT_TRUSTED:-}; do
    echo "set_real_ip_from $peer;" >> "$run/peers.conf"
    echo "$peer 1;" >> "$run/proxies.conf"
done
[ -z "${FRONT_TRUSTED:-}" ] || printf '%s\n' "real_ip_header X-Forwarded-For;" \
    "real_ip_recursive on;" >> "$run/peers.conf"

# With a certificate the site is on FRONT_LISTEN_TLS, and FRONT_LISTEN only leads there.
# From 1.25.1 on HTTP/2 is a directive of its own, and a word of `listen` is warned of.
version=$(nginx -v 2>&1 | sed 's|.*nginx/||; s| .*||')
oldest=$(printf '%s\n' 1.25.1 "$version" | sort -V | head -n 1)
[ "$oldest" = 1.25.1 ] && word="" directive="http2 on;" || word=" http2" directive=""
certificate=${FRONT_CERTIFICATES:-}/tls.crt key=${FRONT_CERTIFICATES:-}/tls.key
: > "$run/redirect.conf"
if [ -n "${FRONT_CERTIFICATES:-}" ] && [ -e "$certificate" ]; then
    cat > "$run/listen.conf" <<END
listen $FRONT_LISTEN_TLS ssl$word backlog=4096 default_server;
$directive
ssl_certificate $certificate;
ssl_certificate_key $key;
ssl_protocols TLSv1.2 TLSv1.3;
ssl_session_cache shared:tls:10m;
ssl_session_timeout 1d;
ssl_session_tickets off;
END
    cat > "$run/redirect.conf" <<END
server {
    listen $FRONT_LISTEN default_server;
    server_name _;
    return 308 https://\$host\$request_uri;
}
END
else
    echo "listen $FRONT_LISTEN backlog=4096 default_server;" > "$run/listen.conf"
fi

# Sixteen for each process that a machine like this one has by itself (indexer/core/settings.py).
cores=$(nproc)
[ "$cores" -ge 2 ] || cores=2
[ "$cores" -le 4 ] || cores=4
at_once=${FRONT_AT_ONCE:-$((16 * cores))}

# The machines of the application whose names are known: nginx would not start with another one.
# One that fails thrice is left alone for 5 s; the only one never is. Without any the answer is 503.
known_apps() {
    for app in $(echo "$FRONT_APP" | tr , ' '); do
        name=${app%:*} name=${name#[} name=${name%]}
        found=$(timeout 3 getent ahosts "$name") && echo "$app" $(echo "$found" | cut -d ' ' -f 1 | sort -u)
    done
    true
}
write_apps() {
    for door in search application; do
        most=$((4 * at_once))
        [ $door = application ] || most=$at_once
        { cut -d ' ' -f 1 "$run/apps" | sed "s/.*/server & max_conns=$most max_fails=3 fail_timeout=5s;/"
          [ -s "$run/apps" ] || echo "server 127.0.0.1:9 down;"; } > "$run/$door.conf"
    done
}
known_apps > "$run/apps"
write_apps

for name in FRONT_ROOT FRONT_RUN FRONT_LOG FRONT_SEARCHES; do
    eval "value=\$$name"
    set -- "$@" -e "s|\${$name}|$value|g"
done
sed "$@" "$FRONT_TEMPLATE" > "$run/nginx.conf"

# nginx asks for the machines' addresses, and reads the certificate, when it starts: it is told to do
# so again where a name became known or led elsewhere, as of a container that came back, or the
# certificate was renewed.
now() {
    cat "$run/apps"
    cksum "$certificate" "$key" 2> /dev/null || true
}
known=$(now)
(
    while sleep "${FRONT_LOOK_S:-5}" && kill -0 $$; do
        known_apps > "$run/apps"
        found=$(now)
        [ "$found" = "$known" ] || { write_apps && kill -HUP $$; }
        known=$found
    done
) > /dev/null 2>&1 &
exec nginx -e "$FRONT_LOG/stderr" -c "$run/nginx.conf"
