# syntax=docker/dockerfile:1.20@sha256:26147acbda4f14c5add9946e2fd2ed543fc402884fd75146bd342a7f6271dc1d
# One image for `sitegrep up`, `api`, `worker` and every other subcommand; with `--target renderer` the one for `sitegrep
# renderer`, which has Chromium. Both hold the package that `npm run build` makes: the bundled command and the console.

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS manifests
WORKDIR /app
# Manifests first: packages are installed again only when one of them changes.
COPY --parents package.json package-lock.json scripts/trim-packages.js apps/*/package.json packages/*/package.json test/*/package.json ./

FROM manifests AS package
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --no-audit --no-fund
COPY tsconfig.json LICENSE CHANGELOG.md README.md ./
COPY scripts ./scripts
COPY apps ./apps
COPY packages ./packages
COPY docs ./docs
COPY test/sample-web ./test/sample-web
RUN node scripts/build-package.ts /package

# What renders pages is not bundled.
FROM manifests AS renderer-dependencies
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --workspace=apps/renderer --no-audit --no-fund

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS runtime
ARG VERSION=unknown
LABEL org.opencontainers.image.title="sitegrep" \
      org.opencontainers.image.description="Self-hosted HTML source code search" \
      org.opencontainers.image.licenses="GPL-3.0-or-later" \
      org.opencontainers.image.version="${VERSION}"
WORKDIR /app
COPY --from=package /package ./
# A volume created from one of these folders belongs to the owner of the folder.
RUN ln -s /app/dist/apps/cli/bin/sitegrep.js /usr/local/bin/sitegrep \
    && mkdir /data /backups \
    && chown 65532:65532 /data /backups
# Few heaps of the C library, because each retains its memory. No writable folder outlives the container, so no compiled
# code is cached.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    NODE_DISABLE_COMPILE_CACHE=1 \
    HOME=/tmp \
    SITEGREP_DATA_DIR=/data \
    SITEGREP_HOST=0.0.0.0
# The API, whose operations need a key. The metrics need none: their port stays on 127.0.0.1 inside the container, unless
# SITEGREP_METRICS_HOST opens it, as docker-compose.cluster.yml and infra/kubernetes do for networks that Prometheus shares.
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["sitegrep"]

# Chromium with its sandbox of user namespaces, which needs infra/seccomp/chromium.json; and fonts of the world's scripts, for
# screenshots. Security updates of both come with a new build.
FROM runtime AS renderer
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        chromium fonts-liberation fonts-noto-cjk fonts-noto-color-emoji fonts-noto-core \
    && rm -rf /var/lib/apt/lists/*
COPY --from=renderer-dependencies /app/node_modules ./node_modules
# Another user than that of the crawlers, so that no escaped page is one of them.
USER 65533:65533
CMD ["renderer"]

# The last stage is built unless another one is named.
FROM runtime AS sitegrep
# A number, so that Kubernetes can verify that it is not root.
USER 65532:65532
CMD ["up"]
