import type { FastifyRequest } from 'fastify';

/**
 * Makes the check that a write comes from one of our own pages. A browser names the page's origin on every write; a
 * program names none, and has no user whose session it could ride on. Reads need no check: no answer carries a CORS
 * header, so no other origin's page can read it.
 */
export const createOriginCheck =
  (origins: readonly string[]) =>
  (request: FastifyRequest): boolean => {
    const { origin } = request.headers;
    if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site';
    return origins.includes(origin) || origin === `${request.protocol}://${request.host}`;
  };
