import { contentServiceCalls } from '@hofn/contracts/content-service.ts';
import { serveOpenApi } from '@hofn/service/openapi.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const body = z.object({ type: z.string(), message: z.string(), requestId: z.string() });
const fault = (description: string) => ({ description, type: 'application/json', body });

/** Serves the OpenAPI document of what the public reads at `/openapi.json`. */
export const registerDocumentation = (server: FastifyInstance): void =>
  serveOpenApi(server, {
    at: '/openapi.json',
    title: 'Höfn content service',
    version: '2',
    description: 'Prismic’s read protocol. Answers whose address names a published reference never change.',
    calls: contentServiceCalls,
    faults: {
      400: fault('the request cannot be read'),
      404: fault('there is no such reference; the message ends with the one to go on with'),
      410: fault('the reference is too old; the message ends with the one to go on with'),
      414: fault('the query is longer than 8 KB'),
      429: fault('too many requests of this address; Retry-After says for how long'),
      503: fault('cannot answer now; Retry-After says when to ask again'),
    },
  });
