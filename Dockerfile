# The application's image: the API, the worker and the demo stores are the same image with
# different commands (docker-compose.yml).
FROM node:22-trixie-slim AS frontend
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY frontend/ ./
COPY app/declared.json /build/app/
# A build-time flag, as the specification says: 1 shows the development mode.
ARG VITE_DEV_MODE=""
ENV VITE_DEV_MODE=$VITE_DEV_MODE
RUN npm run build

# The front: Debian's nginx with deploy/nginx/nginx.conf.template, as the tests run it.
FROM debian:trixie-slim AS front
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends nginx-light curl \
    && rm -rf /var/lib/apt/lists/*
COPY deploy/nginx/ /etc/winkel/
COPY --from=frontend /build/frontend/dist/ /srv/winkel/frontend/
RUN useradd --uid 10002 front && install -d -o front /run/front
USER 10002
ENV FRONT_TEMPLATE=/etc/winkel/nginx.conf.template \
    FRONT_LISTEN=8080 \
    FRONT_LISTEN_TLS=8443 \
    FRONT_CERTIFICATES=/etc/winkel/certificates \
    FRONT_ROOT=/srv/winkel/frontend \
    FRONT_RUN=/run/front \
    FRONT_LOG=/dev \
    FRONT_SEARCHES=40
EXPOSE 8080 8443
# nginx answers what it has begun, and then ends.
STOPSIGNAL SIGQUIT
CMD ["/etc/winkel/start.sh"]

FROM python:3.11-slim-trixie
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium chromium-driver curl \
       postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/winkel
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY app/ app/
COPY indexer/ indexer/
COPY scrapers/ scrapers/
COPY dev/ dev/
COPY es_mappings/ es_mappings/
COPY --from=frontend /build/frontend/dist/ frontend/dist/
# Chromium refuses to run as root without giving its sandbox up.
RUN useradd --create-home --uid 10001 winkel \
    && install -d -o winkel -g winkel /var/lib/winkel /var/lib/winkel/media \
       /var/lib/winkel/logs \
    && install -d -o winkel -g winkel -m 700 /backups
USER 10001
ENV PYTHONUNBUFFERED=1 \
    BUCKET_LOCATION=/var/lib/winkel/media \
    EVIDENCE_LOCATION=/var/lib/winkel/logs/evidence
EXPOSE 8000
CMD ["gunicorn", "--config=python:app.serving.server", "--bind=0.0.0.0:8000", \
     "--worker-tmp-dir=/dev/shm", "--access-logfile=-"]
