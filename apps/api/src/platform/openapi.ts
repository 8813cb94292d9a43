import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { policy, policyOverview, policySummary, problem, user } from '@hofn/contracts';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

// Our own registry: the library's default is shared by the process, and two servers would collide.
const schemas = z.registry<{ id: string }>();
schemas.add(problem, { id: 'Problem' });
schemas.add(user, { id: 'User' });
schemas.add(policySummary, { id: 'PolicySummary' });
schemas.add(policy, { id: 'Policy' });
schemas.add(policyOverview, { id: 'PolicyOverview' });

/** The OpenAPI 3.1 document at `/api/openapi.json` and its page at `/api/docs`, generated from the contract's routes. */
export const registerDocumentation = (server: FastifyInstance): void => {
  server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Höfn core API',
        version: '1',
        description:
          'Money is whole ISK, days are `YYYY-MM-DD`, instants RFC 3339 in UTC. `Accept-Language` is `is` or `en`. Every error is `application/problem+json`.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: schemas }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: schemas }),
  });
  server.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'",
    uiConfig: { url: '/api/openapi.json' },
  });
  server.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .serializer((body: unknown) => JSON.stringify(body))
      .send(server.swagger()),
  );
};
