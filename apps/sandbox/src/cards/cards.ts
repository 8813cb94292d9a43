import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { namesKey } from '../key.ts';
import type { Settings } from '../settings.ts';
import { chargesOf, lastFour } from './test-cards.ts';
import { createVerifications } from './verifications.ts';
import { framedBy, registerVerify } from './verify.ts';

export type CardsParts = {
  settings: Pick<Settings, 'CARD_SERVICE_KEY' | 'CARDS_URL'>;
  logger: Logger;
  clock: Clock;
};

type Outcome = { state: 'charged'; reference: string } | { state: 'declined' } | { state: 'cancelled' };

const charge = z.object({
  key: z.string().min(1).max(64),
  token: z.string().min(4),
  amount: z.int().positive(),
  currency: z.literal('ISK'),
});

/**
 * Makes the stand-in for a card service: `POST /charges` charges a card once for each key, `POST /charges/{key}/settle`
 * tells what became of a charge and refuses one that comes late; `POST /verifications` announces a card that is about to
 * be registered, on the pages under `/verify/`. All is kept until it stops, but no card number is.
 */
export const createCards = ({ settings, logger, clock }: CardsParts): FastifyInstance => {
  const charges = new Map<string, Outcome>();
  const verifications = createVerifications(settings.CARD_SERVICE_KEY, clock);
  const server = createServer({
    name: 'cards',
    logger,
    clock,
    // It runs beside all else on a tester's machine, and turns nobody away because that is busy.
    limits: { eventLoopDelayMs: 0 },
    headers: {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          scriptSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          // The page that asked may show it in a frame, and nobody else's.
          frameAncestors: [(request) => framedBy(verifications, request.url ?? '')],
        },
      },
      xFrameOptions: false,
      // It would cut the page off from the window that opened it, and that waits for its word.
      crossOriginOpenerPolicy: false,
    },
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!/^\/(charges|verifications)/.test(request.url)) return;
    if (!namesKey(request.headers.authorization, settings.CARD_SERVICE_KEY))
      await reply.code(401).send({ error: 'unauthenticated' });
  });
  registerVerify(server, {
    verifications,
    publicUrl: (request) => settings.CARDS_URL ?? `${request.protocol}://${request.host}/`,
  });

  server.post('/charges', async (request, reply) => {
    const asked = charge.safeParse(request.body);
    if (!asked.success)
      return reply.code(400).send({ error: 'validation', message: z.prettifyError(asked.error) });
    const { key, token } = asked.data;
    const does = chargesOf[lastFour(token) as keyof typeof chargesOf];
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
