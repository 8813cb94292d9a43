// A desk on which Katrín and Una have finance, a payment of Anna's by card, and a card service that refunds as a test says.
import type { Approval, CardPayment, Problem } from '@hofn/contracts';
import {
  approvals,
  authorities,
  cases,
  type Database,
  employeeRoles,
  instalments,
  mails,
  payments,
  refunds,
  transactions,
} from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { createLogger } from '@hofn/service';
import { and, asc, eq } from 'drizzle-orm';
import {
  type CardService,
  CardServiceUnavailable,
  type RefundOrder,
  type RefundOutcome,
} from '../payments/cards.ts';
import { noHolds } from '../payments/testing.ts';
import { createMails } from '../platform/mail/mails.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, noon, startApi } from '../testing.ts';
import { refunds as feature } from './feature.ts';
import type { RefundJob } from './queue.ts';

export type Answer = 'refunds' | 'refuses' | 'late' | 'lost' | 'silent';

/** A card service that refunds once per key. A test says how it answers. */
export const createCardService = () => {
  const service = {
    answer: 'refunds' as Answer,
    /** What was asked for, with repetitions. */
    asked: [] as RefundOrder[],
    /** What was refunded, by key. */
    made: new Map<string, RefundOrder>(),
    ...noHolds,
    charge: async () => ({ state: 'declined' as const }),
    settle: async () => ({ state: 'cancelled' as const }),
    refund: async (order: RefundOrder): Promise<RefundOutcome> => {
      service.asked.push(order);
      const before = service.made.get(order.key);
      if (before && JSON.stringify(before) !== JSON.stringify(order)) throw new Error('The key was reused');
      if (service.answer === 'silent') throw new CardServiceUnavailable();
      if (!before && service.answer === 'refuses') return { state: 'refused', reason: 'cardClosed' };
      if (!before && service.answer === 'late') return { state: 'processing' };
      service.made.set(order.key, order);
      if (service.answer === 'lost') throw new CardServiceUnavailable();
      return { state: 'refunded', reference: `E-${order.key.slice(0, 4)}` };
    },
  } satisfies CardService & Record<string, unknown>;
  return service;
};

export type Name = 'katrin' | 'una';

export const startRefundDesk = async (database: Database) => {
  await fillDatabase(database);
  await fillStaff(database);
  const { db } = database;
  const clock = fixedClock();
  const issuer = await createIssuer();
  const exp = Date.parse(noon) / 1000 + 90 * 86_400;
  const tokens = {
    anna: await issuer.token('anna', { exp }),
    katrin: await issuer.token('employee|katrin', { actor_kind: 'employee', exp }),
    una: await issuer.token('employee|una', { actor_kind: 'employee', exp }),
  };
  const cards = createCardService();
  const jobs: RefundJob[] = [];
  const outbox = {
    send: async (_tx: unknown, queue: string, job: object) => {
      if (queue === 'payment.refund') jobs.push(job as RefundJob);
    },
  };
  const settings = { ...defaultSettings(), RATE_READ: 100_000, RATE_WRITE: 100_000, RATE_COSTLY: 100_000 };
  const api = await startApi(database, issuer, { clock, settings, cards, outbox: outbox as never });
  const role = await inRoleOf('api', database);
  const services = {
    ...{ db: role.db, clock, cards, outbox, logger: createLogger('api', 'silent') },
    mails: createMails({ db: role.db, clock, outbox: outbox as never }),
  } as never;
  const work = feature.queues[0].work(services);

  const call = async (as: keyof typeof tokens, path: string, body?: object) =>
    api.ask(path, {
      ...{ token: tokens[as], language: 'is' as const },
      ...(body && {
        ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      }),
    });
  const read = async <Read>(answer: Response): Promise<Read> => {
    const found = await answer.json();
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(found)}`);
    return found as Read;
  };
  const path = '/api/staff/v1/finance/payments/anna/y1';
  const giveRole = (name: Name, given: StaffRole) =>
    db.insert(employeeRoles).values({
      ...{ employeeId: `employee|${name}`, role: given, lines: null, validFrom: '2026-01-01', validTo: null },
      ...{ givenBy: null, givenAt: new Date('2026-01-01') },
    });

  return {
    ...{ db, clock, api, cards, jobs, call, read, giveRole },
    stop: () => api.stop(),
    /** One payment of 12,510 by card, which nobody has refunded. */
    begin: async () => {
      clock.set(noon);
      Object.assign(cards, { answer: 'refunds', asked: [] });
      cards.made.clear();
      jobs.length = 0;
      for (const table of [approvals, cases, authorities, employeeRoles, mails, refunds])
        await db.delete(table);
      await db.update(instalments).set({ paymentId: null });
      await db.delete(payments);
      await db.delete(transactions);
      await db.insert(payments).values({
        ...{ customerId: 'anna', id: 'y1', actorId: 'anna', state: 'paid', amount: 12_510, cardToken: 't' },
        ...{ card: 'Visa •••• 4821', language: 'is', reference: 'H1' },
        ...{ createdAt: '2026-11-18T10:00:00Z', settledAt: '2026-11-18T10:00:01Z' },
      });
      await db
        .update(instalments)
        .set({ paymentId: 'y1', paidAt: '2026-11-18T10:00:01Z' })
        .where(and(eq(instalments.customerId, 'anna'), eq(instalments.id, '2')));
      for (const name of ['katrin', 'una'] as const) {
        await giveRole(name, 'finance');
        await db.insert(authorities).values({
          ...{ id: name, employeeId: `employee|${name}`, act: 'payment.refund', line: null, upTo: 100_000 },
          ...{ validFrom: '2026-01-01', givenBy: 'employee|a', givenByName: 'A', givenAt: noon },
          ...{ confirmedBy: 'employee|b', confirmedByName: 'B', confirmedAt: noon },
        });
      }
    },
    path,
    payment: async (as: Name = 'una') => read<CardPayment>(await call(as, path)),
    propose: (as: Name, amount: number, reason = 'Greitt tvisvar.') =>
      call(as, `${path}/refunds`, { amount, reason }),
    decide: (as: Name, id: string, decision: 'approve' | 'refuse' = 'approve') =>
      call(as, `/api/staff/v1/approvals/${id}`, { decision, note: decision === 'refuse' ? 'Nei.' : '' }),
    waiting: async (): Promise<string> => {
      const [row] = await db.select().from(approvals).where(eq(approvals.state, 'waiting'));
      return row?.id ?? 'none';
    },
    approvalsOf: async (as: Name) =>
      (await read<{ items: Approval[] }>(await call(as, '/api/staff/v1/approvals'))).items,
    /** Runs the jobs that were queued until now. */
    runJobs: async () => {
      for (const job of jobs.splice(0)) await work(job as never);
    },
    findForgotten: () => feature.jobs[0].run(services),
    refused: async (answer: Response) => {
      const { errorCode, errors = {} } = (await answer.json()) as Problem;
      return [answer.status, errorCode, ...Object.keys(errors)];
    },
    account: async () =>
      (
        await db
          .select()
          .from(transactions)
          .where(eq(transactions.customerId, 'anna'))
          .orderBy(asc(transactions.sequence))
      ).map(({ type, amount, descriptionIs }) => [type, amount, descriptionIs]),
    mailKinds: async () => (await db.select().from(mails)).map(({ kind }) => kind),
    theCase: async () => (await db.select().from(cases))[0],
  };
};
export type RefundDesk = Awaited<ReturnType<typeof startRefundDesk>>;
