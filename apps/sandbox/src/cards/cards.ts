import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hasValidKey } from '../key.ts';
import type { Settings } from '../settings.ts';
import { createHolds, holdOrder } from './holds.ts';
import { createRefunds, refundOrder } from './refunds.ts';
import { chargesOf, lastFour } from './test-cards.ts';
import { createVerifications } from './verifications.ts';
import { framedBy, registerVerify } from './verify.ts';

export type CardsParts = {
  settings: Pick<Settings, 'CARD_SERVICE_KEY' | 'CARDS_URL'>;
  logger: Logger;
  clock: Clock;
};

type Outcome = { state: 'charged'; reference: string } | { state: 'declined' } | { state: 'cancelled' };

/** What callers read of a charge. */
const answerOf = ({ amount: _, ...outcome }: Outcome & { amount?: number }): Outcome => outcome;

/** Sends an answer, or does what a test card does instead: says nothing until the caller gives up, or breaks the connection. */
const sendOrLose = async <Answer extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer | 'silent' | 'lost',
): Promise<Answer | FastifyReply> => {
  const { socket } = request.raw;
  if (answer === 'silent') await new Promise((resolve) => socket.once('close', resolve));
  else if (answer === 'lost') socket.destroy();
  else return answer;
  return reply;
};

const charge = z.object({
  key: z.string().min(1).max(64),
  token: z.string().min(4),
  amount: z.int().positive(),
  currency: z.literal('ISK'),
  hold: z.string().min(1).max(64).optional(),
});

/**
 * Simulates a card service. `POST /charges` charges a card once per key; `POST /charges/{key}/settle` returns the outcome
 * of a charge and cancels one that has not arrived; `POST /holds` holds an amount once per key, which a charge may name, `POST
 * /holds/{key}/settle` looks it up and `POST /holds/{key}/release` ends it; `POST /refunds` refunds a charge or part of it once
 * per key; `POST /verifications` starts registering a card on the pages under `/verify/`. State is in memory, without card numbers.
 */
export const createCards = ({ settings, logger, clock }: CardsParts): FastifyInstance => {
  const holds = createHolds();
  const charges = new Map<string, Outcome & { amount?: number }>();
  const verifications = createVerifications(settings.CARD_SERVICE_KEY, clock);
  const server = createServer({
    name: 'cards',
    logger,
    clock,
    // Runs next to everything else on one machine: never shed load.
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
          // Only the page that started the verification may frame it.
          frameAncestors: [(request) => framedBy(verifications, request.url ?? '')],
        },
      },
      xFrameOptions: false,
      // The page posts its result to `window.opener`, which this header would cut off.
      crossOriginOpenerPolicy: false,
    },
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!/^\/(charges|holds|refunds|verifications)/.test(request.url)) return;
    if (!hasValidKey(request.headers.authorization, settings.CARD_SERVICE_KEY))
      await reply.code(401).send({ error: 'unauthenticated' });
  });
  registerVerify(server, {
    verifications,
    publicUrl: (request) => settings.CARDS_URL ?? `${request.protocol}://${request.host}/`,
  });

  server.post('/charges', async (request, reply) => {
    const parsed = charge.safeParse(request.body);
    if (!parsed.success)
      return reply.code(400).send({ error: 'validation', message: z.prettifyError(parsed.error) });
    const { key, token, amount, hold } = parsed.data;
    const behaviour = chargesOf[lastFour(token) as keyof typeof chargesOf];
    const existing = charges.get(key);
    if (existing) return answerOf(existing);
    if (behaviour === 'neverAnswers') {
      // Wait until the caller gives up: to the caller this looks like a late response.
      await new Promise((resolve) => request.raw.socket.once('close', resolve));
      return reply;
    }
    const isRefused = behaviour === 'declines' || (hold !== undefined && !holds.take(hold, amount));
    const outcome: Outcome = isRefused
      ? { state: 'declined' }
      : { state: 'charged', reference: `H${String(charges.size + 1).padStart(8, '0')}` };
    charges.set(key, { ...outcome, amount });
    logger.info({ key, state: outcome.state }, 'charge');
    if (behaviour === 'losesTheAnswer') {
      request.raw.socket.destroy();
      return reply;
    }
    return outcome;
  });

  server.post<{ Params: { key: string } }>('/charges/:key/settle', async ({ params: { key } }) => {
    const outcome = charges.get(key) ?? { state: 'cancelled' as const };
    charges.set(key, outcome);
    return answerOf(outcome);
  });

  server.post('/holds', async (request, reply) => {
    const order = holdOrder.safeParse(request.body);
    if (!order.success)
      return reply.code(400).send({ error: 'validation', message: z.prettifyError(order.error) });
    const answer = holds.hold(order.data);
    logger.info({ key: order.data.key, answer }, 'hold');
    if (answer === 'conflict') return reply.code(409).send({ error: 'keyReused' });
    return sendOrLose(request, reply, answer);
  });
  server.post<{ Params: { key: string } }>('/holds/:key/settle', async ({ params: { key } }) =>
    holds.settle(key),
  );
  server.post<{ Params: { key: string } }>('/holds/:key/release', async ({ params: { key } }) =>
    holds.release(key),
  );

  const refunds = createRefunds(clock, (key) => charges.get(key));
  server.post('/refunds', async (request, reply) => {
    const order = refundOrder.safeParse(request.body);
    if (!order.success)
      return reply.code(400).send({ error: 'validation', message: z.prettifyError(order.error) });
    const answer = refunds.order(order.data);
    logger.info({ key: order.data.key, answer }, 'refund');
    if (answer === 'conflict') return reply.code(409).send({ error: 'keyReused' });
    return sendOrLose(request, reply, answer);
  });
  return server;
};
