import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Settings } from '../settings.ts';

export type CardsParts = {
  settings: Pick<Settings, 'CARD_SERVICE_KEY'>;
  logger: Logger;
  clock: Clock;
};

type Outcome = { state: 'charged'; reference: string } | { state: 'declined' } | { state: 'cancelled' };

/** What the test cards do, by the last four digits that their token ends in; every other card is charged. */
export const testCards = { '0002': 'declines', '0119': 'neverAnswers', '7719': 'losesTheAnswer' } as const;

const charge = z.object({
  key: z.string().min(1).max(64),
  token: z.string().min(4),
  amount: z.int().positive(),
  currency: z.literal('ISK'),
});

const equal = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/**
 * Makes the stand-in for a card service: `POST /charges` charges a card once for each key, `POST /charges/{key}/settle`
 * tells what became of a charge and refuses one that comes late. What was charged is kept until it stops.
 */
export const createCards = ({ settings, logger, clock }: CardsParts): FastifyInstance => {
  const charges = new Map<string, Outcome>();
  const server = createServer({ name: 'cards', logger, clock });
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/charges')) return;
    const key = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (settings.CARD_SERVICE_KEY === '' || !equal(key, settings.CARD_SERVICE_KEY))
      await reply.code(401).send({ error: 'unauthenticated' });
  });

  server.post('/charges', async (request, reply) => {
    const asked = charge.safeParse(request.body);
    if (!asked.success)
      return reply.code(400).send({ error: 'validation', message: z.prettifyError(asked.error) });
    const { key, token } = asked.data;
    const does = testCards[token.slice(-4) as keyof typeof testCards];
    const known = charges.get(key);
    if (known) return known;
    if (does === 'neverAnswers') {
      // Held until the caller gives up: it has no way to tell this from a charge whose answer is late.
      await new Promise((resolve) => request.raw.socket.once('close', resolve));
      return reply;
    }
    const outcome: Outcome =
      does === 'declines'
        ? { state: 'declined' }
        : { state: 'charged', reference: `H${String(charges.size + 1).padStart(8, '0')}` };
    charges.set(key, outcome);
    logger.info({ key, state: outcome.state }, 'charge');
    if (does === 'losesTheAnswer') {
      request.raw.socket.destroy();
      return reply;
    }
    return outcome;
  });

  server.post<{ Params: { key: string } }>('/charges/:key/settle', async ({ params: { key } }) => {
    const outcome = charges.get(key) ?? { state: 'cancelled' as const };
    charges.set(key, outcome);
    return outcome;
  });
  return server;
};
