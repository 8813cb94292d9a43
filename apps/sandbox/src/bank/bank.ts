import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hasValidKey } from '../key.ts';
import type { Settings } from '../settings.ts';

export type BankParts = { settings: Pick<Settings, 'BANK_SERVICE_KEY'>; logger: Logger; clock: Clock };

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

/** Simulates the banks: `POST /accounts/standing` returns whether an account is open and owned by a kennitala. Stateless. */
export const createBank = ({ settings, logger, clock }: BankParts): FastifyInstance => {
  const server = createServer({ name: 'bank', logger, clock, limits: { eventLoopDelayMs: 0 } });
  server.post('/accounts/standing', async (request, reply) => {
    if (!hasValidKey(request.headers.authorization, settings.BANK_SERVICE_KEY))
      return reply.code(401).send({ error: 'unauthenticated' });
    const account = accountQuery.safeParse(request.body);
    if (!account.success)
      return reply.code(400).send({ error: 'validation', message: z.prettifyError(account.error) });
    const standing = testAccounts[account.data.account as keyof typeof testAccounts] ?? 'open';
    if (standing === 'silent') {
      await new Promise((resolve) => request.raw.socket.once('close', resolve));
      return reply;
    }
    return { standing };
  });
  return server;
};
