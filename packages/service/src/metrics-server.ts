import { createServer } from 'node:http';
import type { Registry } from 'prom-client';

/** Serves `/metrics`, and nothing else, on its own port, which the public cannot reach. */
export const createMetricsServer = (metrics: Registry) =>
  createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
