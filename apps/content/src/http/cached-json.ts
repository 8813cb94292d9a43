import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a response may be cached: a year for an immutable reference in the URL, never for drafts. */
export type Freshness = 'root' | 'pinned' | 'current' | 'private';

const cacheControl: Record<Freshness, string> = {
  root: 'public, max-age=5, stale-while-revalidate=30',
  pinned: 'public, max-age=31536000, immutable',
  current: 'public, max-age=60',
  private: 'private, no-store',
};

/** Sends JSON with caching headers, or 304 when the client's copy is current. */
export const sendJson = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  freshness: Freshness,
): FastifyReply => {
  const text = JSON.stringify(body);
  reply.header('cache-control', cacheControl[freshness]).type('application/json; charset=utf-8');
  if (freshness === 'private') return reply.send(text);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  const etags = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''));
  return etags.includes(tag) ? reply.code(304).send() : reply.send(text);
};
