import { chatCalls, problem } from '@hofn/contracts';
import { serveOpenApi } from '@hofn/service/openapi.ts';
import type { FastifyInstance } from 'fastify';

const problemResponse = (description: string) => ({
  description,
  type: 'application/problem+json',
  body: problem,
});

/** Serves the OpenAPI document of the chat service at `/openapi.json`. */
export const registerDocumentation = (server: FastifyInstance): void =>
  serveOpenApi(server, {
    at: '/openapi.json',
    title: 'Höfn chat service',
    version: '1',
    description:
      'Chats use the WebSockets `/visitor` and `/agent`, one JSON object per text frame; the contract has the types.',
    calls: chatCalls,
    faults: { 429: problemResponse('too many requests from this address; see Retry-After') },
  });
