# The shop as an image, for this machine's processor: docker build -t fulgor .
# How it is run: docs/deploying.md. DEBIAN may name the same system from a mirror.
ARG DEBIAN=debian:13-slim

FROM ${DEBIAN} AS modules
RUN apt-get update \
  && apt-get install -y --no-install-recommends binutils ca-certificates libatomic1 nodejs npm \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
# A network with a certificate authority of its own names its file here.
ARG NODE_EXTRA_CA_CERTS
RUN npm ci --ignore-scripts --include=dev --loglevel=error

FROM modules AS built
COPY . .
# Node's symbols are for who debugs Node itself, and weigh more than the shop.
RUN node scripts/package.mjs /shop && strip /shop/bin/node

# The command-line package needs Perl, its two programs do not.
FROM ${DEBIAN} AS postgres
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*

FROM ${DEBIAN}
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 libpq5 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
  && groupadd --system --gid 1000 fulgor \
  && useradd --system --uid 1000 --gid 1000 --home-dir /storage --shell /usr/sbin/nologin fulgor \
  && install -d -o fulgor -g fulgor -m 700 /storage \
  && ln -s /shop/hooks /hooks
COPY --from=postgres /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore /usr/lib/postgresql/17/bin/
COPY --from=built /shop /shop
ENV PATH=/shop/bin:/usr/lib/postgresql/17/bin:/usr/bin:/bin \
  NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=80 \
  DATA_DIR=/storage
USER fulgor
WORKDIR /storage
VOLUME /storage
EXPOSE 80
# A first start reads the catalogue, and one after an update brings the database forward.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["fulgor", "main"]
