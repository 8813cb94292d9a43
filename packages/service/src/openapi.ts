import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

type Schema = Record<string, unknown>;

/** The parts of a contract row that go into the document. */
export type DescribedCall = {
  method: string;
  path: string;
  summary: string;
  who: { kind: string };
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  status?: number;
};

/** An error response: description, media type and body. */
export type DescribedFault = { description: string; type: string; body: z.ZodType };

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
};

const parametersOf = (fields: z.ZodObject | undefined, where: 'path' | 'query'): Schema[] => {
  if (!fields) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema,
  }));
};

const contentOf = (type: string, schema: Schema) => ({ content: { [type]: { schema } } });

const operationOf = (
  operationId: string,
  { summary, who, params, query, body, response, status = 200 }: DescribedCall,
  faults: Record<number, DescribedFault>,
): Schema => ({
  operationId,
  summary,
  parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
  ...(body && { requestBody: { required: true, ...contentOf('application/json', schemaOf(body, 'input')) } }),
  security: who.kind === 'public' ? [] : [{ bearer: [] }],
  responses: {
    [status]: {
      description: 'success',
      ...(status !== 204 && contentOf('application/json', schemaOf(response, 'output'))),
    },
    ...Object.fromEntries(
      Object.entries(faults).map(([code, fault]) => [
        code,
        { description: fault.description, ...contentOf(fault.type, schemaOf(fault.body, 'output')) },
      ]),
    ),
  },
});

/** Serves a service's OpenAPI document at `at`, generated from its contract rows. */
export const serveOpenApi = (
  server: FastifyInstance,
  {
    at,
    calls,
    faults,
    ...info
  }: {
    at: string;
    title: string;
    version: string;
    description: string;
    calls: Record<string, DescribedCall>;
    faults: Record<number, DescribedFault>;
  },
): void => {
  const paths: Record<string, Schema> = {};
  for (const [name, call] of Object.entries(calls))
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call, faults) };
  const text = JSON.stringify({
    openapi: '3.1.0',
    info,
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  });
  server.get(at, { config: { quiet: true } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(text),
  );
};
