# The image of Countersign: `docker compose up` builds it, docs/running.md says what it needs.
ARG BASE=node:24-trixie-slim

FROM ${BASE} AS build
WORKDIR /app
COPY . .
# All that a start would make first. A registry of your own: docker build --secret id=npmrc,src=FILE
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
    COUNTERSIGN_DATA_DIR=/tmp/build node scripts/build.mjs
# What only that needed, more than half of it all. npm keeps prisma, which others may want beside them, unless it is named.
RUN npm uninstall --no-save --omit=dev --no-audit --no-fund prisma typescript \
    && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete \
    && rm -rf node_modules/@next/swc-*/*.node .next/cache

FROM ${BASE}
# What commands find in the sandbox beside the base: add yours with --build-arg COMMANDS="git python3".
ARG COMMANDS="git"
RUN apt-get update \
    && apt-get install -y --no-install-recommends bubblewrap ca-certificates tini ${COMMANDS} \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o node -g node -m 700 /data \
    && install -d -o node -g node /workspace
WORKDIR /app
# It stays root's: the server cannot change its own program.
COPY --from=build /app .
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 COUNTERSIGN_DATA_DIR=/data COUNTERSIGN_WORKSPACE=/workspace
# By numbers: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
VOLUME ["/data", "/workspace"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Each command leaves ended programs to process 1. tini clears them away; as process 1 node would keep them all.
ENTRYPOINT ["tini", "--"]
CMD ["node", "scripts/start.mjs"]
