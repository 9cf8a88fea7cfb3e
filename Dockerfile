# The image of the Kubernetes recipe in docs/scale.md: docker build -t swisspair .
FROM python:3.13-slim@sha256:6771159cd4fa5d9bba1258caf0b82e6b73458c694d178ad97c5e925c2d0e1a91 AS build
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE MANIFEST.in requirements-dev.lock ./
COPY pairing_engine pairing_engine
COPY checker checker
COPY trf trf
COPY swisspair swisspair
RUN python -m venv /app && /app/bin/pip install --no-cache-dir --constraint requirements-dev.lock '.[cluster]'

FROM python:3.13-slim@sha256:6771159cd4fa5d9bba1258caf0b82e6b73458c694d178ad97c5e925c2d0e1a91
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1
RUN useradd --create-home swisspair
USER swisspair
WORKDIR /events
CMD ["swisscheck", "--help"]
