import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hasValidKey } from '../key.ts';
import type { Settings } from '../settings.ts';

export type RegisterParts = {
  settings: Pick<Settings, 'REGISTER_KEY'>;
  logger: Logger;
  clock: Clock;
  /** Everybody in the register. */
  people: readonly { ssn: string }[];
};

const lookup = z.object({ ssn: z.string().regex(/^\d{10}$/) });

/** Simulates the national register: `POST /lookups` with `{ssn}` returns whether the kennitala is registered. */
export const createRegister = ({ settings, logger, clock, people }: RegisterParts): FastifyInstance => {
  const registered = new Set(people.map(({ ssn }) => ssn));
  const server = createServer({ name: 'register', logger, clock });
  server.post('/lookups', async (request, reply) => {
    if (!hasValidKey(request.headers.authorization, settings.REGISTER_KEY))
      return reply.code(401).send({ error: 'unauthenticated' });
    const body = lookup.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error: 'validation' });
    return { found: registered.has(body.data.ssn) };
  });
  return server;
};
