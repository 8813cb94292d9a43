import { contentServiceCalls } from '@hofn/contracts/content-service.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

type Schema = Record<string, unknown>;

const schemaOf = (type: z.ZodType): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { unrepresentable: 'any' });
  return schema;
};

const parametersOf = (query: z.ZodObject): Schema[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const fault = (description: string): Schema => ({
  description,
  content: {
    'application/json': {
      schema: schemaOf(z.object({ type: z.string(), message: z.string(), requestId: z.string() })),
    },
  },
});

/** The OpenAPI document of what the public reads, from the rows of the contract. */
const openApi = (): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'Höfn content service',
    version: '2',
    description: 'Prismic’s read protocol. Answers whose address names a published reference never change.',
  },
  paths: Object.fromEntries(
    Object.entries(contentServiceCalls).map(([operationId, { path, summary, query, response }]) => [
      path,
      {
        get: {
          operationId,
          summary,
          parameters: parametersOf(query),
          responses: {
            200: {
              description: 'found',
              content: { 'application/json': { schema: schemaOf(response) } },
            },
            400: fault('the request cannot be read'),
            404: fault('there is no such reference; the message ends with the one to go on with'),
            410: fault('the reference is too old; the message ends with the one to go on with'),
            414: fault('the query is longer than 8 KB'),
            503: fault('cannot answer now; Retry-After says when to ask again'),
          },
        },
      },
    ]),
  ),
});

/** Serves the documentation at `/openapi.json`. */
export const registerDocumentation = (server: FastifyInstance): void => {
  const text = JSON.stringify(openApi());
  server.get('/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(text),
  );
};
