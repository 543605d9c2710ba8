# The server as an image: docker build -t hearthkeep . ; how to run it stands in docs/operating.md ('As a container').
# It runs as the user nobody and writes to /data alone, so its root may be read-only.

# The same Node as in package.json. The digest is the image's of this version: both change together.
ARG NODE=24.21.0

FROM node:${NODE}-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /srv/hearthkeep
COPY package.json package-lock.json ./
COPY packages/payments-sandbox/package.json packages/payments-sandbox/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts
# The user nobody can read these files, and root alone can write them, whatever their modes were in the checkout.
RUN chmod -R a+rX,go-w api app dist packages scripts package.json

FROM node:${NODE}-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS modules
WORKDIR /srv/hearthkeep
COPY package.json package-lock.json ./
COPY packages/payments-sandbox/package.json packages/payments-sandbox/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:${NODE}-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
# SQLite's temporary files (of a large sort, of a migration) go into the volume: on a read-only root it finds no other
# folder, and the first start would fail.
ENV NODE_ENV=production DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /srv/hearthkeep
COPY --from=modules /srv/hearthkeep/node_modules node_modules
COPY --from=build /srv/hearthkeep/package.json ./
COPY --from=build /srv/hearthkeep/api api
COPY --from=build /srv/hearthkeep/app app
COPY --from=build /srv/hearthkeep/packages packages
COPY --from=build /srv/hearthkeep/scripts scripts
COPY --from=build /srv/hearthkeep/dist dist
# The icons, the manifest and the letters' mark of a business's look are made of these.
COPY --from=build /srv/hearthkeep/manifest.webmanifest ./
COPY --from=build /srv/hearthkeep/public/icons public/icons
RUN install -d -m 700 -o nobody -g nogroup /data
USER nobody
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/main.ts"]
