import type { Notification } from '@hofn/contracts';
import {
  coreRecords,
  customers,
  type Database,
  documents,
  instalments,
  type MailJob,
  mails,
  policies,
  writeMail,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { createLogger } from '@hofn/service';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Letter } from '../platform/mail/letter.ts';
import { createMailSender } from '../platform/mail/mails.ts';
import { policyMails } from '../policies/mails.ts';
import { fillDatabase, fixedClock } from '../testing.ts';
import { importFacts } from './import/import-facts.ts';
import { carPolicy, ragnar } from './testing.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
const clock = fixedClock();
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  core = await startCore(database, { clock });
  await core.put('customers/R', { version: 1, facts: ragnar }, { scopes: ['core.customers.write'] });
});
beforeEach(async () => {
  await database.db.delete(mails);
  const ids = database.db
    .select({ id: policies.id })
    .from(policies)
    .where(eq(policies.number, carPolicy.number));
  await database.db.delete(documents).where(inArray(documents.policyId, ids));
  await database.db.delete(instalments).where(inArray(instalments.policyId, ids));
  await database.db.delete(policies).where(eq(policies.number, carPolicy.number));
  await database.db.delete(coreRecords).where(eq(coreRecords.type, 'policies'));
  await database.db.update(customers).set({ email: ragnar.email }).where(eq(customers.ssn, ragnar.ssn));
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const lapsed = { ...carPolicy, lapsedOn: '2026-11-10', renews: false };
const restored = { ...carPolicy, lapsedOn: null, validFrom: '2026-11-21' };
const put = async (version: number, facts: object, rest: object = {}) => {
  const answer = await core.put(
    'policies/P',
    { version, facts, ...rest },
    { scopes: ['core.policies.write'] },
  );
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer;
};
const queued = () => database.db.select().from(mails);

/** Sends what is queued, as the queue's worker does. */
const deliver = async (): Promise<Letter[]> => {
  const letters: Letter[] = [];
  const parts = { db: database.db, clock, site: 'https://hofn.example' };
  const send = createMailSender({
    ...parts,
    logger: createLogger('api', 'silent'),
    transport: { send: async ({ letter }: { letter: Letter }) => void letters.push(letter) } as never,
    composers: policyMails(parts),
  });
  for (const { customerId, id } of await queued()) await send({ customerId, id } satisfies MailJob);
  return letters;
};

test.each([
  [
    'en',
    'Your policy is in force again',
    '21 November 2026',
    'Losses from 10 November 2026 until',
    'The premium is charged again: ISK 95,000 a year.',
  ],
  [
    'is',
    'Tryggingin gildir á ný',
    '21. nóvember 2026',
    'Tjón sem urðu frá 10. nóvember 2026 og fram',
    'Iðgjaldið er innheimt á ný: 95.000 kr. á ári.',
  ],
] as const)(
  'LIFE-40: when a fact ends a lapse, the customer is notified once, in the inbox and by e-mail, with the day, the gap and the premium (%s)',
  async (language, subject, day, gap, premium) => {
    await database.db.update(customers).set({ language }).where(eq(customers.ssn, ragnar.ssn));
    await put(1, lapsed);
    expect(await queued()).toEqual([]);
    const { id = '' } = await put(2, restored);
    await put(2, restored);
    await put(1, lapsed);
    await put(3, { ...restored, premiumPerYear: 95_000, premiumParts: [{ id: 'base', amount: 95_000 }] });
    const [row, ...more] = await queued();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ kind: 'coverRestored', recipient: ragnar.email, language });
    const [letter] = await deliver();
    expect(letter?.subject).toContain(subject);
    const body = letter?.body.replaceAll('\u00a0', ' ');
    expect(body).toContain(carPolicy.number);
    expect(body).toContain(day);
    expect(body).toContain(gap);
    expect(body).toContain(premium);
    expect(body).not.toMatch(/\{\w+\}/);
    const inbox = await core.read<{ items: Notification[] }>(
      row?.customerId ?? '',
      '/api/user/v1/settings/notifications',
    );
    expect(inbox.items).toMatchObject([
      { subject: letter?.subject, path: expect.stringMatching(new RegExp(`/${id}$`)) },
    ]);
  },
);

const nextPeriod = {
  ...{ from: addDays(carPolicy.validTo, 1), premiumPerYear: carPolicy.premiumPerYear + 1_900 },
  causes: [
    { id: 'index', amount: 2_400 },
    { id: 'item', amount: -500 },
  ],
};

test.each([
  ['is', 'Endurnýjun', ['Vísitala neysluverðs: +2.400 kr.', 'Það sem er tryggt er ári eldra: −500 kr.']],
  ['en', 'Renewal on', ['Consumer price index: +ISK 2,400', 'What is insured is a year older: −ISK 500']],
] as const)(
  'RENEW-1, RENEW-3: one email, also in the inbox, says what the next period costs and why (%s)',
  async (language, subject, causes) => {
    await database.db.update(customers).set({ language }).where(eq(customers.ssn, ragnar.ssn));
    const ahead = { ...carPolicy, validTo: '2026-12-20' };
    const told = { ...nextPeriod, from: '2026-12-21' };
    await put(1, ahead);
    await put(2, { ...ahead, nextPeriod: told });
    await put(3, { ...ahead, nextPeriod: told, insured: null });
    const [row, ...more] = await queued();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ kind: 'renewalTold', recipient: ragnar.email, language });
    const [letter] = await deliver();
    expect(letter?.subject).toContain(subject);
    const body = letter?.body.replaceAll('\u00a0', ' ');
    for (const cause of causes) expect(body).toContain(cause);
    expect(body).not.toMatch(/\{\w+\}/);
  },
);

test('RENEW-1: a changed premium for the next period gets an email of its own, and the outdated one is not sent', async () => {
  const ahead = { ...carPolicy, validTo: '2026-12-20' };
  const told = { ...nextPeriod, from: '2026-12-21' };
  const changed = { id: 'change', amount: -10_000 };
  await database.db.update(customers).set({ language: 'en' }).where(eq(customers.ssn, ragnar.ssn));
  await put(1, ahead);
  await put(2, { ...ahead, nextPeriod: told });
  const next = { ...told, premiumPerYear: told.premiumPerYear - 10_000, causes: [changed, ...told.causes] };
  await put(3, { ...ahead, nextPeriod: next });
  expect((await queued()).map(({ kind }) => kind)).toEqual(['renewalTold', 'renewalTold']);
  const letters = await deliver();
  expect(letters.map(({ body }) => body.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringContaining('A change that was agreed and applies before then: −ISK 10,000'),
  ]);
});

test('RENEW-1: a quiet fact sends no email, and neither does a policy that has been cancelled since', async () => {
  const ahead = { ...carPolicy, validTo: '2026-12-20' };
  const told = { ...nextPeriod, from: '2026-12-21' };
  await put(1, ahead);
  await put(2, { ...ahead, nextPeriod: told }, { quiet: true });
  expect(await queued()).toEqual([]);
  await put(3, { ...ahead, validTo: '2026-12-19', nextPeriod: { ...told, from: '2026-12-20' } });
  await put(4, { ...ahead, validTo: '2026-12-19', renews: false, cancelledOn: '2026-11-24' });
  expect(await deliver()).toEqual([]);
});

test('RENEW-1: causes that do not add up, and a next period that does not follow, are refused by name', async () => {
  const faults = {
    'facts.nextPeriod.causes': { ...nextPeriod, premiumPerYear: nextPeriod.premiumPerYear + 1 },
    'facts.nextPeriod.from': { ...nextPeriod, from: carPolicy.validTo },
  };
  for (const [field, wrong] of Object.entries(faults)) {
    const body = { version: 1, facts: { ...carPolicy, nextPeriod: wrong } };
    const { status, errors } = await core.put('policies/P', body, { scopes: ['core.policies.write'] });
    expect([status, errors]).toEqual([400, expect.objectContaining({ [field]: expect.anything() })]);
  }
});

test('LIFE-40: the days between a lapse and its end stay on file, as derived or as the core names them', async () => {
  const gapsOf = async () => {
    const rows = await database.db
      .select({ gaps: policies.gaps })
      .from(policies)
      .where(eq(policies.number, carPolicy.number));
    return rows[0]?.gaps;
  };
  const gap = { from: '2026-11-10', to: '2026-11-20' };
  await put(1, lapsed);
  expect(await gapsOf()).toEqual([]);
  await put(2, restored, { quiet: true });
  expect(await gapsOf()).toEqual([gap]);
  await put(3, { ...restored, premiumPerYear: 95_000, premiumParts: [{ id: 'base', amount: 95_000 }] });
  expect(await gapsOf()).toEqual([gap]);
  const named = [{ from: '2026-11-12', to: '2026-11-19' }];
  await put(4, { ...carPolicy, gaps: named });
  expect(await gapsOf()).toEqual(named);
  // A version that names none and whose period includes the days says that they are covered.
  await put(5, carPolicy);
  expect(await gapsOf()).toEqual([]);
  const wrong = { version: 6, facts: { ...carPolicy, gaps: [{ from: '2026-11-12', to: '2026-11-11' }] } };
  expect((await core.put('policies/P', wrong, { scopes: ['core.policies.write'] })).status).toBe(400);
});

test('INS-8: suspensions that are over stay on file, as derived or as the core names them, and cover of earlier days as it names it', async () => {
  const earlierOf = async () => {
    const { suspensions, earlierCover } = policies;
    const [row] = await database.db
      .select({ suspensions, earlierCover })
      .from(policies)
      .where(eq(policies.number, carPolicy.number));
    return row;
  };
  const suspended = { ...carPolicy, suspendedOn: '2026-10-01' };
  await put(1, suspended);
  expect(await earlierOf()).toEqual({ suspensions: [], earlierCover: [] });
  // A core that names none: it ended the day before we got to know it.
  const winter = { from: '2026-10-01', to: '2026-11-20' };
  await put(2, carPolicy);
  expect((await earlierOf())?.suspensions).toEqual([winter]);
  await put(3, { ...carPolicy, deductible: 250_000 });
  expect((await earlierOf())?.suspensions).toEqual([winter]);
  const named = [{ from: '2026-10-01', to: '2026-11-05' }];
  const earlierCover = [
    { from: '2026-05-01', to: '2026-11-05', deductible: 90_000, sumInsured: null, covers: [] },
  ];
  await put(4, { ...carPolicy, suspensions: named, earlierCover });
  expect(await earlierOf()).toEqual({ suspensions: named, earlierCover });
  await put(5, { ...carPolicy, suspensions: [] });
  expect(await earlierOf()).toEqual({ suspensions: [], earlierCover: [] });
});

test.each([
  [
    'a last day before the first',
    { suspensions: [{ from: '2026-10-02', to: '2026-10-01' }] },
    'suspensions.0.to',
  ],
  [
    'a day in two suspensions',
    {
      suspensions: [
        { from: '2026-09-01', to: '2026-10-01' },
        { from: '2026-10-01', to: '2026-10-02' },
      ],
    },
    'suspensions.1.from',
  ],
  [
    'a deductible below zero',
    { earlierCover: [{ from: '2026-05-01', to: '2026-10-01', deductible: -1 }] },
    'earlierCover.0.deductible',
  ],
  [
    'a cover twice',
    { earlierCover: [{ from: '2026-05-01', to: '2026-10-01', covers: [{ id: 'a' }, { id: 'a' }] }] },
    'earlierCover.0.covers',
  ],
])('INS-8: %s is refused, and the field is named', async (_, facts, field) => {
  const body = { version: 1, facts: { ...carPolicy, ...facts } };
  const answer = await core.put('policies/P', body, { scopes: ['core.policies.write'] });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.errors ?? {})).toEqual([`facts.${field}`]);
});

test('LIFE-40: when the core undoes a lapse from its first day, the customer reads that cover never stopped', async () => {
  await database.db.update(customers).set({ language: 'en' }).where(eq(customers.ssn, ragnar.ssn));
  await put(1, lapsed);
  await put(2, carPolicy);
  const [letter] = await deliver();
  expect(letter?.body.replaceAll('\u00a0', ' ')).toContain(
    'unbroken, as if it had not lapsed on 10 November',
  );
});

test.each([
  ['en', 'charged again in 2 instalments. The first is ISK 2,908, due on 1 December 2026.'],
  ['is', 'innheimt á ný í 2 greiðslum. Sú fyrsta er 2.908 kr. með gjalddaga 1. desember 2026.'],
] as const)(
  'LIFE-40: the e-mail waits for the instalments that follow, and names their number, amount and first due date (%s)',
  async (language, says) => {
    await database.db.update(customers).set({ language }).where(eq(customers.ssn, ragnar.ssn));
    await put(1, lapsed);
    await put(2, restored);
    for (const [index, dueDate] of ['2026-12-01', '2027-01-01'].entries()) {
      const facts = {
        ...{ customer: ragnar.ssn, policy: 'P', sequence: index + 1, sequenceOf: 2, dueDate },
        ...{ finalDueDate: dueDate.replace(/01$/, '15'), amount: 2_908, method: 'claim' },
      };
      const answer = await core.put(
        `instalments/${language}${index}`,
        { version: 1, facts },
        { scopes: ['core.billing.write'] },
      );
      expect([answer.status, answer.errors]).toEqual([200, undefined]);
    }
    const [mail] = await queued();
    const send = vi.fn(async () => {});
    if (mail) await writeMail(database.db, { send }, mail);
    expect(send.mock.lastCall).toContainEqual({ priority: 1, afterSeconds: 30 });
    const [letter] = await deliver();
    expect(letter?.body.replaceAll('\u00a0', ' ')).toContain(says);
  },
);

test.each<[string, object, object, object?]>([
  ['quiet, nor one after it', lapsed, restored, { quiet: true }],
  ['the end of a lapse that lay ahead', { ...lapsed, lapsedOn: '2026-12-01' }, restored],
  ['about a policy that has ended', lapsed, { ...carPolicy, validFrom: '2025-11-01', validTo: '2026-11-20' }],
  ['about a suspended policy', lapsed, { ...restored, suspendedOn: '2026-11-21' }],
  ['another day of the lapse', lapsed, { ...restored, lapsedOn: '2026-12-01' }],
  ['about a policy that never lapsed', carPolicy, restored],
])('LIFE-40: the customer is not notified of a fact that is %s', async (_, before, after, rest = {}) => {
  await put(1, before);
  await put(2, after, rest);
  if ('quiet' in rest) await put(3, restored);
  expect(await queued()).toEqual([]);
});

test('LIFE-40: nobody is notified of an imported fact, nor a customer without an address', async () => {
  await put(1, lapsed);
  const key = { type: 'policies', key: 'P' } as const;
  await importFacts({ database, clock }, 'kerfi', [{ ...key, ...{ version: 2 }, facts: restored }]);
  const isCar = and(eq(policies.number, carPolicy.number), eq(policies.validFrom, '2026-11-21'));
  expect(await database.db.$count(policies, isCar)).toBe(1);
  await put(3, lapsed);
  await database.db.update(customers).set({ email: null }).where(eq(customers.ssn, ragnar.ssn));
  await put(4, restored);
  expect(await queued()).toEqual([]);
});

test('LIFE-40: what has lapsed again before the e-mail is sent is not said to cover', async () => {
  await put(1, lapsed);
  await put(2, restored);
  await put(3, { ...restored, lapsedOn: '2026-11-21' });
  expect(await deliver()).toEqual([]);
});
