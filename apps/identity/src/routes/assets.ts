import type { FastifyPluginAsync } from 'fastify';
import type { Asset } from '../pages/assets.ts';

/** Style, font, script and icon of the pages, under names that change with what they hold. */
export const assetRoutes: FastifyPluginAsync<{ files: Asset[] }> = async (server, { files }) => {
  for (const { path, type, body } of files) {
    server.get(path, { config: { quiet: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(body),
    );
  }
};
