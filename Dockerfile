# The image of the Kubernetes recipe in docs/scale.md: docker build -t swisspair .
FROM python:3.13-slim@sha256:6771159cd4fa5d9bba1258caf0b82e6b73458c694d178ad97c5e925c2d0e1a91 AS build
WORKDIR /source
# The matcher in C++ needs a compiler, which the second stage leaves behind.
RUN apt-get update && apt-get install --yes --no-install-recommends g++
COPY pyproject.toml setup.py README.md LICENSE MANIFEST.in requirements-cluster.lock ./
COPY tools/locks/wheel.lock tools/locks/wheel.lock
COPY pairing_engine pairing_engine
COPY checker checker
COPY trf trf
COPY swisspair swisspair
RUN python -m venv /app && /app/bin/pip install --no-cache-dir --require-hashes --requirement requirements-cluster.lock
# What builds the package stays in an environment of its own.
RUN python -m venv /build && /build/bin/pip install --no-cache-dir --require-hashes --requirement tools/locks/wheel.lock
RUN /build/bin/pip wheel --no-cache-dir --no-build-isolation --wheel-dir /wheels --no-deps .
RUN /app/bin/pip install --no-cache-dir --no-deps /wheels/*.whl

FROM python:3.13-slim@sha256:6771159cd4fa5d9bba1258caf0b82e6b73458c694d178ad97c5e925c2d0e1a91
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1
RUN useradd --create-home swisspair
USER swisspair
WORKDIR /events
CMD ["swisscheck", "--help"]
