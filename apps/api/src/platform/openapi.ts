import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { coreScopes, policy, policyOverview, policySummary, problem, user } from '@hofn/contracts';
import { cloudEvent } from '@hofn/contracts/core/events.ts';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { coreEventsDocument } from './core-asyncapi.ts';
import { coreDocument } from './core-openapi.ts';
import { withMediaTypes } from './media-types.ts';

// Our own registry: the library's default is shared by the process, and two servers would collide.
const schemas = z.registry<{ id: string }>();
schemas.add(problem, { id: 'Problem' });
schemas.add(user, { id: 'User' });
schemas.add(policySummary, { id: 'PolicySummary' });
schemas.add(policy, { id: 'Policy' });
schemas.add(policyOverview, { id: 'PolicyOverview' });
schemas.add(cloudEvent, { id: 'CloudEvent' });

const serveJson = (server: FastifyInstance, path: string, read: () => object): void => {
  server.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .serializer((body: unknown) => JSON.stringify(body))
      .send(read()),
  );
};

/** Serves an OpenAPI document at `<base>/openapi.json`, and its page at `<base>/docs`. */
const serveDocument = (server: FastifyInstance, base: string, read: () => object): void => {
  // A context of its own: the page's plugin can be registered once in each.
  server.register(async (context) => {
    context.register(swaggerUi, {
      routePrefix: `${base}/docs`,
      staticCSP:
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'",
      uiConfig: { url: `${base}/openapi.json` },
    });
  });
  serveJson(server, `${base}/openapi.json`, read);
};

/**
 * The OpenAPI 3.1 documents, generated from the contract's routes, and their pages: of all calls at `/api/openapi.json`
 * and `/api/docs`, of the calls of other systems alone at `/api/core/openapi.json` and `/api/core/docs`. The events that other systems follow
 * are at `/api/core/asyncapi.json`, as AsyncAPI.
 * @param issuer the identity provider, where systems get their tokens
 */
export const registerDocumentation = (server: FastifyInstance, issuer: string): void => {
  server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Höfn API',
        version: '1',
        description:
          'Money is whole ISK, days are `YYYY-MM-DD`, instants RFC 3339 in UTC. `Accept-Language` is `is` or `en`. Every error is `application/problem+json`.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          core: {
            type: 'oauth2',
            flows: {
              clientCredentials: { tokenUrl: new URL('oauth/token', issuer).href, scopes: coreScopes },
            },
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: schemas }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: schemas }),
  });
  const document = () => withMediaTypes(server.swagger());
  serveDocument(server, '/api', document);
  serveDocument(server, '/api/core', () => coreDocument(document()));
  serveJson(server, '/api/core/asyncapi.json', coreEventsDocument);
};
