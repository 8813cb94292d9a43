import { chatCalls, problem } from '@hofn/contracts';
import { serveOpenApi } from '@hofn/service/openapi.ts';
import type { FastifyInstance } from 'fastify';

const fault = (description: string) => ({ description, type: 'application/problem+json', body: problem });

/** Serves the OpenAPI document of the chat service at `/openapi.json`. */
export const registerDocumentation = (server: FastifyInstance): void =>
  serveOpenApi(server, {
    at: '/openapi.json',
    title: 'Höfn chat service',
    version: '1',
    description:
      'Chats go over the sockets `/visitor` and `/agent`, one JSON object in each text frame; the contract has their types.',
    calls: chatCalls,
    faults: { 429: fault('too many requests of this address; Retry-After says for how long') },
  });
