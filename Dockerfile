# Builds the bot and puts it into a small image that runs as nobody in particular.
#
#   docker build -t doushou .
#   docker run -d --name doushou --env-file .env -e DOUSHOU_DATA=/data -v doushou-data:/data doushou
#
# docs/hosting.md has the rest.

FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
# The dependencies first, in a layer of their own: they change rarely.
COPY Cargo.toml Cargo.lock ./
RUN mkdir -p src benches \
    && for program in src/main.rs benches/perft.rs benches/render.rs benches/store.rs; do echo 'fn main() {}' > "$program"; done \
    && touch src/lib.rs \
    && cargo build --release --locked
COPY assets assets
COPY src src
RUN touch src/lib.rs src/main.rs && cargo build --release --locked && strip target/release/doushou

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin doushou \
    && install -d -o doushou -g doushou /data
COPY --from=build /build/target/release/doushou /usr/local/bin/doushou
USER doushou
ENV DOUSHOU_DATA=/data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["doushou", "healthcheck"]
ENTRYPOINT ["doushou"]
CMD ["run"]
