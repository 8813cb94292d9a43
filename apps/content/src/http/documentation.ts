import { contentServiceCalls } from '@hofn/contracts/content-service.ts';
import { serveOpenApi } from '@hofn/service/openapi.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const body = z.object({ type: z.string(), message: z.string(), requestId: z.string() });
const errorResponse = (description: string) => ({ description, type: 'application/json', body });

/** Serves the OpenAPI document of the public read API at `/openapi.json`. */
export const registerDocumentation = (server: FastifyInstance): void =>
  serveOpenApi(server, {
    at: '/openapi.json',
    title: 'Höfn content service',
    version: '2',
    description: 'Prismic’s read protocol. Responses to URLs with a published reference never change.',
    calls: contentServiceCalls,
    faults: {
      400: errorResponse('the request cannot be read'),
      404: errorResponse('unknown reference; the message ends with the current one'),
      410: errorResponse('expired reference; the message ends with the current one'),
      414: errorResponse('the query is longer than 8 KB'),
      429: errorResponse('too many requests from this address; see Retry-After'),
      503: errorResponse('temporarily unavailable; see Retry-After'),
    },
  });
