# A small image with the server and its bot: no window, no tests, no root. What reaches a PostgreSQL is in it.
#   docker build -t facedown . && docker run -p 7777:7777 -v facedown:/data facedown

FROM python:3.13-slim AS build
WORKDIR /src
COPY locks/postgresql.txt locks/postgresql.txt
RUN python -m venv /opt/facedown \
    && /opt/facedown/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r locks/postgresql.txt
COPY pyproject.toml README.md LICENSE ./
# The bot for practice is a part of the client.
COPY client/facedown_client client/facedown_client
COPY shared shared
COPY server server
RUN /opt/facedown/bin/pip install --no-cache-dir --no-deps --no-build-isolation .
# What the server hands out to players is made here: the image itself holds no window.
COPY run.py CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY docs docs
COPY locks locks
COPY client client
RUN /opt/facedown/bin/python -c "from pathlib import Path; from facedown_server.network.pages.source_package import build_package; \
    Path('/opt/facedown/facedown.zip').write_bytes(build_package(Path('/src')))"
# What only the steps above need.
RUN /opt/facedown/bin/pip uninstall -y editables hatchling packaging pathspec pluggy tomlkit trove-classifiers \
    && /opt/facedown/bin/python -m pip uninstall -y pip

FROM python:3.13-slim
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin facedown \
    && install -d -o facedown -g facedown -m 0700 /data
COPY --from=build /opt/facedown /opt/facedown
ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FACEDOWN_DATA=/data \
    FACEDOWN_PORT=7777 \
    FACEDOWN_ADMIN_PORT=7778 \
    FACEDOWN_DISCOVERY=false \
    FACEDOWN_CONTAINER=true \
    FACEDOWN_LOG_FORMAT=json
ARG VERSION=unknown
LABEL org.opencontainers.image.title="facedown" \
      org.opencontainers.image.description="A server for card duels that never sends what the rules hide" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.licenses="MIT AND OFL-1.1"
# A number, so that a cluster sees that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 7777
# Told to stop, the server tells every table first; clients come back by themselves.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["/opt/facedown/bin/python", "-P", "-c", \
    "import urllib.request as u; u.urlopen('http://127.0.0.1:7778/healthz', timeout=2)"]
ENTRYPOINT ["/opt/facedown/bin/python", "-P", "-m", "facedown_server"]
CMD ["serve"]
