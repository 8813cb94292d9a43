import type { FastifyPluginAsync } from 'fastify';
import type { Asset } from '../pages/assets.ts';

/** Serves style sheet, font, scripts and icon of the pages under content-hashed names. */
export const assetRoutes: FastifyPluginAsync<{ files: Asset[] }> = async (server, { files }) => {
  for (const { path, type, body } of files) {
    server.get(path, { config: { quiet: true, shed: 'last' } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(body),
    );
  }
};
