import type { CoreRequest } from '@hofn/contracts';
import { insuranceCustomers } from '@hofn/database/schema/insurance.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain/clock.ts';
import { createLogger } from '@hofn/service';
import { expect, onTestFinished, test } from 'vitest';
import type { Core } from '../core.ts';
import { acceptRequest } from '../requests.ts';
import { createCoreServer } from '../server.ts';
import { moveCalendar } from '../store/calendar.ts';
import { inBook, workPortion } from '../store/work.ts';
import { fillCustomers } from '../testing.ts';

const startServer = async (hasPage: boolean) => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  await moveCalendar(database.db, '2027-11-23');
  const forwarded: number[] = [];
  const core = {
    db: database.db,
    canForward: true,
    forward: async (days: number) => {
      forwarded.push(days);
    },
  } as unknown as Core;
  const logger = createLogger('core', 'silent');
  const server = createCoreServer({ core, database, logger, clock: systemClock, secrets: [], hasPage });
  onTestFinished(() => server.close());
  const press = async (step: string, headers: Record<string, string> = {}) =>
    (await server.inject({ method: 'POST', url: `/forward/${step}`, headers })).statusCode;
  return { server, press, forwarded, db: database.db };
};

test('CORE-13: the calendar is set forward by a day, a month or a year, and by nothing else', async () => {
  const { press, forwarded } = await startServer(true);
  for (const step of ['day', 'month', 'year']) expect([step, await press(step)]).toEqual([step, 303]);
  // February 2028 has 29 days.
  expect(forwarded).toEqual([1, 30, 366]);
  expect(await press('century')).toBe(404);
  expect(await press('day', { 'sec-fetch-site': 'cross-site' })).toBe(404);
  expect(forwarded).toHaveLength(3);
});

test('INS-1: the page of a customer shows the history of each policy, and what it was charged', async () => {
  const { server, db } = await startServer(true);
  const today = '2027-11-23';
  await fillCustomers(db, 1, today);
  const [row] = await db.select().from(insuranceCustomers);
  const { customer = '', key = '' } = row ?? {};
  await db.transaction((tx) =>
    inBook(tx, customer, (book) =>
      acceptRequest(
        book,
        {
          ...{ id: 'r1', kind: 'cover', effectiveOn: '2027-11-20', premium: 50_000, figures: null },
          ...{ policy: { number: `7${customer}` }, change: { act: 'deductible', deductible: 250_000 } },
        } as unknown as CoreRequest,
        today,
      ),
    ),
  );
  const rows = (await server.inject({ url: `/customers/${key}?lang=en` })).body
    .split('<tr>')
    .map((line) => line.replaceAll(/<[^>]+>/g, ' ').replaceAll('\u00a0', ' '));
  for (const [what, premium] of [
    ['Beginning of the records', 'ISK 104,880'],
    ['Other cover', 'ISK 50,000'],
  ] as const)
    expect(
      rows.some((line) => line.includes(what) && line.includes(premium)),
      what,
    ).toBe(true);
  // Four days of 366, and what is charged for the month after the renewal.
  expect(rows.filter((line) => line.includes('Other cover'))).toHaveLength(2);
  const icelandic = (await server.inject({ url: `/customers/${key}?lang=is` })).body;
  expect(icelandic).toContain(`Saga tryggingar 7${customer}`);
});

test('INS-5: the page of a customer shows the postings of their account in double entry, in both languages', async () => {
  const { server, db } = await startServer(true);
  const [customer = ''] = await fillCustomers(db, 1, '2027-11-23');
  await moveCalendar(db, '2027-11-24');
  await workPortion(db, 1);
  const textOf = async (language: string) =>
    (await server.inject({ url: `/customers/customer-${customer}?lang=${language}` })).body
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/[\s\u00a0]+/g, ' ');
  const english = await textOf('en');
  expect(english).toContain(
    `Payment payment-instalment-${customer} Cash and bank ISK 10,000 Receivables ISK 10,000`,
  );
  expect(english).toContain(
    `Premium due premium-instalment-${customer} Receivables ISK 10,000 Premium ISK 10,000`,
  );
  expect(await textOf('is')).toContain('Viðskiptakröfur 10.000 kr. Iðgjöld 10.000 kr.');
});

test('INS-9: without its page the core answers about its health, and nothing about customers', async () => {
  const { server, press, forwarded } = await startServer(false);
  for (const url of ['/', '/customers/customer-1', '/mark', '/style.css'])
    expect([url, (await server.inject(url)).statusCode]).toEqual([url, 404]);
  expect([await press('day'), forwarded]).toEqual([404, []]);
  expect((await server.inject('/health')).statusCode).toBe(200);
  const metrics = (await server.inject('/metrics')).body;
  for (const name of ['insurance_customers_to_work', 'insurance_customers_failed', 'insurance_unanswered'])
    expect(metrics).toMatch(new RegExp(`^${name}\\S* 0$`, 'm'));
});
