import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hasValidKey } from '../key.ts';
import type { Settings } from '../settings.ts';
import { createPayments, type Payments, paymentOrder } from './payments.ts';

export type BankParts = {
  settings: Pick<Settings, 'BANK_SERVICE_KEY'>;
  logger: Logger;
  clock: Clock;
  /** Payments of a test that looks at them; default: its own. */
  payments?: Payments;
};

/** Standing of the test accounts by account number; every other account is open and belongs to the caller. */
export const testAccounts = {
  '000001': 'notOwned',
  '000002': 'closed',
  '000003': 'unknown',
  '000004': 'silent',
} as const;

const accountQuery = z.object({
  bank: z.string().regex(/^\d{4}$/),
  ledger: z.string().regex(/^\d{2}$/),
  account: z.string().regex(/^\d{6}$/),
  ssn: z.string().regex(/^\d{10}$/),
});

const keyHeader = z.string().regex(/^[\x21-\x7e]{1,100}$/);

/** Leaves a call without an answer until the caller has gone. */
const stayAway = async (request: FastifyRequest, reply: FastifyReply) => {
  await new Promise((resolve) => request.raw.socket.once('close', resolve));
  return reply;
};

/**
 * Simulates the banks: `POST /accounts/standing` returns whether an account is open and owned by a kennitala; `POST /payments` makes
 * a payment once for each `idempotency-key`, and `GET /payments/{key}` says what has become of it. Payments are forgotten when it
 * stops.
 */
export const createBank = ({
  settings,
  logger,
  clock,
  payments = createPayments(clock),
}: BankParts): FastifyInstance => {
  const server = createServer({ name: 'bank', logger, clock, limits: { eventLoopDelayMs: 0 } });
  server.addHook('preHandler', async (request, reply) => {
    const isOpen = !/^\/(?:accounts|payments)\b/.test(request.url);
    if (!isOpen && !hasValidKey(request.headers.authorization, settings.BANK_SERVICE_KEY))
      return reply.code(401).send({ error: 'unauthenticated' });
  });
  const invalid = (reply: FastifyReply, error: z.ZodError) =>
    reply.code(400).send({ error: 'validation', message: z.prettifyError(error) });

  server.post('/accounts/standing', async (request, reply) => {
    const account = accountQuery.safeParse(request.body);
    if (!account.success) return invalid(reply, account.error);
    const standing = testAccounts[account.data.account as keyof typeof testAccounts] ?? 'open';
    return standing === 'silent' ? stayAway(request, reply) : { standing };
  });
  server.post('/payments', async (request, reply) => {
    const key = keyHeader.safeParse(request.headers['idempotency-key']);
    if (!key.success) return invalid(reply, key.error);
    const order = paymentOrder.safeParse(request.body);
    if (!order.success) return invalid(reply, order.error);
    const answer = payments.order(key.data, order.data);
    if (answer === 'conflict') return reply.code(409).send({ error: 'keyReused' });
    if (answer === 'silent') return stayAway(request, reply);
    if (answer !== 'lost') return answer;
    request.raw.socket.destroy();
    return reply;
  });
  server.get<{ Params: { key: string } }>('/payments/:key', async ({ params }, reply) => {
    return payments.find(params.key) ?? reply.code(404).send({ error: 'notFound' });
  });
  return server;
};
