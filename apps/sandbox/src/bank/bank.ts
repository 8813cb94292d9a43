import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { namesKey } from '../key.ts';
import type { Settings } from '../settings.ts';

export type BankParts = { settings: Pick<Settings, 'BANK_SERVICE_KEY'>; logger: Logger; clock: Clock };

/** How the test accounts stand, by the account's own number; every other account is open and whoever's asks. */
export const testAccounts = {
  '000001': 'notOwned',
  '000002': 'closed',
  '000003': 'unknown',
  '000004': 'silent',
} as const;

const asked = z.object({
  bank: z.string().regex(/^\d{4}$/),
  ledger: z.string().regex(/^\d{2}$/),
  account: z.string().regex(/^\d{6}$/),
  ssn: z.string().regex(/^\d{10}$/),
});

/** Makes the stand-in for the banks: `POST /accounts/standing` tells whose an account is. It keeps nothing. */
export const createBank = ({ settings, logger, clock }: BankParts): FastifyInstance => {
  const server = createServer({ name: 'bank', logger, clock, limits: { eventLoopDelayMs: 0 } });
  server.post('/accounts/standing', async (request, reply) => {
    if (!namesKey(request.headers.authorization, settings.BANK_SERVICE_KEY))
      return reply.code(401).send({ error: 'unauthenticated' });
    const account = asked.safeParse(request.body);
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
