import type { Communication } from '@hofn/contracts';
import { communicationChoices, customers, type Database, documents } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { fixedClock } from '@hofn/service/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nightOf } from '../documents/testing.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { fillDatabase } from '../testing.ts';
import { carPolicy, novemberEntry, ragnar } from './testing.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  core = await startCore(database);
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const scopes = ['core.customers.write', 'core.policies.write', 'core.billing.write'] as const;
const put = (path: string, version: number, facts: object) => core.put(path, { version, facts }, { scopes });
const putWell = async (path: string, version: number, facts: object): Promise<string> => {
  const { status, errors, id = '' } = await put(path, version, facts);
  expect([path, status, errors]).toEqual([path, 200, undefined]);
  return id;
};
const consentsOf = async (customer: string) =>
  (await core.read<Communication>(customer, '/api/user/v1/settings/communication')).topics;

test('CORE-3, PORT-21: consents from elsewhere are read with when and how, and the newest decision applies', async () => {
  const offers = { topic: 'offers', channel: 'email' };
  const given = { ...offers, given: true, at: '2025-05-01T12:00:00Z' };
  const id = await putWell('customers/consents', 1, { ...ragnar, consents: [given] });
  const recorded = { given: true, at: '2025-05-01T12:00:00.000Z', how: 'insurer' };
  expect((await consentsOf(id)).offers).toMatchObject({
    email: recorded,
    sms: { given: false, how: 'default' },
  });

  // One left out stays on record; the same one can be corrected.
  await putWell('customers/consents', 2, { ...ragnar, consents: [] });
  expect((await consentsOf(id)).offers.email).toEqual(recorded);
  await putWell('customers/consents', 3, { ...ragnar, consents: [{ ...given, given: false }] });
  expect((await consentsOf(id)).offers.email).toEqual({ ...recorded, given: false });

  const own = { customerId: id, topic: 'offers', channel: 'email', how: 'self', actorId: id } as const;
  const chosenAt = '2026-11-01T12:00:00Z';
  await database.db.insert(communicationChoices).values({ ...own, given: true, chosenAt });
  const older = { ...given, given: false, at: '2026-10-31T12:00:00Z' };
  const sameInstant = { ...given, given: false, at: chosenAt };
  await putWell('customers/consents', 4, { ...ragnar, consents: [older, sameInstant] });
  expect((await consentsOf(id)).offers.email).toMatchObject({ given: true, how: 'self' });
  const newer = { ...given, given: false, at: '2026-11-02T12:00:00Z' };
  await putWell('customers/consents', 5, { ...ragnar, consents: [newer] });
  expect((await consentsOf(id)).offers.email).toMatchObject({ given: false, how: 'insurer' });
});

test('CORE-2: a consent in the future, twice, or on a channel that its topic does not have is refused with its field', async () => {
  const consent = { topic: 'invoices', channel: 'post', given: true, at: '2026-11-01T12:00:00Z' };
  const refusals: Array<[object[], string]> = [
    [[{ ...consent, at: '2026-11-22T12:00:00Z' }], 'facts.consents.0.at'],
    [[consent, { ...consent, at: '2026-11-01T12:00:00.000Z', given: false }], 'facts.consents.1'],
    [[{ ...consent, channel: 'portal' }], 'facts.consents.0.channel'],
    [[{ ...consent, topic: 'documents' }], 'facts.consents.0.channel'],
    [[{ ...consent, topic: 'gossip' }], 'facts.consents.0.topic'],
  ];
  for (const [consents, field] of refusals) {
    const { status, errors } = await put('customers/refused', 1, {
      ...ragnar,
      ssn: '0102851519',
      consents,
    });
    expect([status, Object.keys(errors ?? {})], field).toEqual([400, [field]]);
  }
});

test('CORE-6: documents that were due before the customer’s first day for them are not issued; cover that holds on that day is certified', async () => {
  const issuedTo = async (ssn: string, first: object) => {
    const id = await putWell(`customers/${ssn}`, 1, { ...ragnar, ssn, ...first });
    const policy = { ...carPolicy, customer: ssn, number: `K-${ssn}` };
    const ended = { validFrom: '2024-11-01', validTo: '2025-10-31' };
    await putWell(`policies/ended-${ssn}`, 1, { ...policy, number: `E-${ssn}`, ...ended });
    await putWell(`policies/${ssn}`, 1, { ...policy, validFrom: '2026-01-01', validTo: '2026-12-31' });
    for (const [sequence, bookedOn] of ['2024-12-01', '2026-05-01', '2026-08-01'].entries())
      await putWell(`ledger-entries/${ssn}-${sequence}`, 1, {
        ...novemberEntry,
        customer: ssn,
        policy: ssn,
        bookedOn,
        sequence: sequence + 1,
      });
    await (await nightOf(database, fixedClock()))();
    const rows = await database.db.select().from(documents).where(eq(documents.customerId, id));
    return rows
      .map(({ kind, issuedOn, periodFrom }) => `${kind} ${kind === 'certificate' ? periodFrom : issuedOn}`)
      .toSorted();
  };
  const all = await issuedTo('0102851519', {});
  expect(all).toEqual(
    expect.arrayContaining([
      'annualStatement 2025-01-15',
      'certificate 2024-11-01',
      'transactionOverview 2026-07-01',
    ]),
  );
  const firstDay = '2026-09-01';
  expect(await issuedTo('0202851419', { documentsFrom: firstDay })).toEqual(
    all.filter(
      (document) => document.startsWith('certificate 2026') || (document.split(' ')[1] ?? '') >= firstDay,
    ),
  );
  expect(all).toContain('transactionOverview 2026-10-01');
});

test.each([
  ['0303851429', 'Zofia Łucja Śliwińska-Żółkiewska'],
  ['0404851439', 'Олена Шевченко'],
  ['0505851449', 'Guðrún Þórdís Jónsdóttir'],
])(
  'HOLD-23: a name from the core is stored composed, and is whole in lists as PDF and CSV: %s',
  async (ssn, fullName) => {
    const id = await putWell(`customers/${ssn}`, 1, { ...ragnar, ssn, fullName: fullName.normalize('NFD') });
    const [row] = await database.db.select().from(customers).where(eq(customers.id, id));
    expect(row?.fullName).toBe(fullName);
    await putWell(`policies/${ssn}`, 1, {
      ...carPolicy,
      customer: ssn,
      number: `H-${ssn}`,
      insured: { is: fullName.normalize('NFD'), en: fullName.normalize('NFD') },
    });
    const list = async (accept: string) => {
      const answer = await core.api.ask('/api/policy/v2', {
        token: await core.issuer.token(id),
        headers: { accept },
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(accept),
      ]);
      return new Uint8Array(await answer.arrayBuffer());
    };
    const paper = await textOfPdf(await list('application/pdf'));
    expect(paper.split(fullName).length, paper).toBeGreaterThan(2);
    expect(Buffer.from(await list('text/csv')).toString()).toContain(fullName);
  },
);
