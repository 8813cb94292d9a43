import type { FastifyRequest } from 'fastify';

/**
 * Checks that a write comes from one of our own pages. Browsers send the page's origin on every write; programs send none
 * and have no user whose session they could ride on. Reads need no check: no response carries a CORS header, so pages
 * of other origins cannot read it.
 */
export const createOriginCheck =
  (origins: readonly string[]) =>
  (request: FastifyRequest): boolean => {
    const { origin } = request.headers;
    if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site';
    return origins.includes(origin) || origin === `${request.protocol}://${request.host}`;
  };
