// What an employee without the role for injuries and health sees of a customer's claims in a view: nothing, in any call.
import { type Call, calls } from '@hofn/contracts';
import {
  claimEvents,
  claimMessages,
  claimPayments,
  claims,
  type Database,
  documents,
  documentsToSign,
  employeeRoles,
  policies,
  products,
  proofs,
  signedDocuments,
  staffViews,
  transactions,
  uploads,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import type { FileStore } from '@hofn/files';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filledForm } from '../claims/testing.ts';
import { createContents } from '../platform/contents.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { apiCalls, fixedClock } from '../testing.ts';
import { addressOf, type FilledApi, startFilledApi } from '../testing-calls.ts';

const una = 'employee|una';
const annaSsn = '1402851489';
const at = '2026-11-12T10:00:00Z';

/** Adds a claim with everything that can be attached to one; `name` is in each text and id. */
const addClaim = async (
  { db }: Database,
  files: FileStore,
  name: string,
  claim: Partial<typeof claims.$inferInsert>,
) => {
  const [stored] = await db.select().from(signedDocuments).where(eq(signedDocuments.id, 's4'));
  if (!stored) throw new Error('no signed document');
  const { key } = await createContents({ db, files, clock: fixedClock() }).store(Buffer.from(name));
  const ofClaim = { customerId: 'anna', claimId: name } as const;
  await db.insert(claims).values({
    ...{ customerId: 'anna', id: name, number: `T-${name}`, titleIs: `Slys ${name}`, titleEn: name },
    ...{ status: 'inProgress', dateOfLoss: '2026-11-01', changedAt: at, lossAmount: 500_000, place: name },
    ...claim,
  });
  await db.insert(claimEvents).values({
    ...{ ...ofClaim, sequence: 0, status: 'inProgress', at, role: 'handler', noteIs: name, noteEn: name },
  });
  await db.insert(claimPayments).values({
    ...{
      ...ofClaim,
      id: name,
      titleIs: name,
      titleEn: name,
      recipient: name,
      amount: 1000,
      state: 'approved',
    },
  });
  await db
    .insert(claimMessages)
    .values({ ...ofClaim, id: name, fromInsurer: true, author: name, text: name, sentAt: at });
  await db.insert(documents).values({
    ...{ ...ofClaim, id: `${name}-letter`, kind: 'claimDecision', titleIs: name, titleEn: name },
    ...{ issuedOn: '2026-11-12', fileIs: key, fileEn: key },
  });
  const terms = { kind: 'settlement', amount: 1000, account: '0133-26-004821' } as const;
  for (const id of [`${name}-to-sign`, `${name}-signed`])
    await db.insert(documentsToSign).values({
      ...{ ...ofClaim, id, titleIs: name, titleEn: name, terms, issuedOn: '2026-11-18' },
      ...{ signBy: '2026-12-05', fileIs: key, fileEn: key },
    });
  await db.insert(signedDocuments).values({ ...stored, id: `${name}-signed`, file: key });
  await db.insert(uploads).values({
    ...{ ownerId: 'anna', id: `${name}-file`, holder: 'claim', holderId: name, name: `${name}.pdf` },
    ...{
      sender: 'Anna',
      bytes: 8,
      received: 8,
      storedBytes: 8,
      state: 'clean',
      type: 'application/pdf',
      key,
    },
    createdAt: at,
  });
};

const idsOf = (name: string) => ['', '-letter', '-to-sign', '-signed', '-file'].map((end) => `${name}${end}`);
const statement = 'leynd-statement';
const history = 'leynd-history';

/** Anna's injury claims, an ordinary one, and a ledger entry that names an injury. */
const fillClaimsOfAnna = async (database: Database, files: FileStore) => {
  const { db } = database;
  await db.insert(products).values({
    ...{ id: 'accident', group: 'persons', ordinal: 30, nameIs: 'Slysatrygging', nameEn: 'Accident' },
    ...{ deductibleIs: '', deductibleEn: '', mandatory: false },
  });
  await db.insert(policies).values({
    ...{ customerId: 'anna', id: 'a1', number: '1000077', productId: 'accident', insuredIs: 'Anna' },
    ...{ insuredEn: 'Anna', premiumPerYear: 9000, validFrom: '2026-03-01', validTo: '2027-02-28' },
    ...{ instalmentsPerYear: 1, instalmentFeePercent: 0, termsCodes: [] },
  });
  // By line, by the product of a claim without a line, and by what the report says.
  await addClaim(database, files, 'leynd1', { line: 'accident', form: filledForm });
  await addClaim(database, files, 'leynd2', { line: null, policyId: 'a1' });
  const hurt = { ...filledForm, details: { injured: 'yes' } };
  await addClaim(database, files, 'leynd3', { line: 'vehicle', form: hurt });
  await addClaim(database, files, 'opid', { line: 'home', form: filledForm });
  await db.insert(transactions).values({
    ...{ customerId: 'anna', id: 'e990', sequence: 990, bookedOn: '2026-11-12', type: 'claim' },
    ...{ descriptionIs: 'Bætur, leynd', descriptionEn: 'Paid, leynd', policyId: 'a1', amount: -1000 },
  });
  await db.insert(documents).values({
    ...{ customerId: 'anna', id: statement, kind: 'transactionOverview', issuedOn: '2026-11-12' },
    ...{ titleIs: statement, titleEn: statement, facts: { items: [{ type: 'claim' }] } as never },
  });
  const claim = { id: 'leynd3', number: 'T-leynd3', dateOfLoss: '2026-11-01', paid: 0 };
  await db.insert(proofs).values({
    ...{ customerId: 'anna', id: history, kind: 'claimsHistory', actorId: 'anna', language: 'is' },
    issuedAt: at,
    facts: {
      ...{ kind: 'claimsHistory', from: '2021-11-12', to: '2026-11-12', unlinked: 0 },
      holder: { fullName: 'Anna Prófdóttir', ssn: annaSsn, isCompany: false },
      policies: [
        {
          ...{ number: '1000020', insured: null, vehicles: [], from: '2026-03-01', to: null, pauses: [] },
          claims: [{ ...claim, damages: ['bodily'], outcome: 'open' }],
        },
      ],
    },
  });
};

const reads: Array<[string, Call]> = apiCalls.filter(
  ([, { method, who }]) => method === 'GET' && who.kind === 'customer',
);
/** Addresses of every read: its example, searches for what is hidden, and each id of something that may be hidden. */
const addresses: Array<[name: string, path: string, accept: string]> = reads.flatMap(([name, row]) => {
  const example = addressOf(name, row.path);
  const searched = row.query && 'search' in row.query.shape ? [`${row.path}?search=leynd`] : [];
  const found = name === 'search' ? [`${row.path}?q=leynd`] : [];
  const named = /\{\w+\}/.test(row.path)
    ? [...idsOf('leynd1'), 'leynd2', 'leynd3', statement, history].map((id) =>
        row.path.replace(/\{\w+\}/, id),
      )
    : [];
  const accepted = row.files ? ['application/json', 'text/csv', 'application/pdf'] : ['application/json'];
  return [example, ...searched, ...found, ...named].flatMap((path) =>
    accepted.map((accept) => [name, path, accept] as [string, string, string]),
  );
});

/** Reads in which something hidden can be seen by those who may. */
const showing = [
  ...['claim', 'claimAttachment', 'claimMessages', 'claims', 'claimsHistories', 'claimsHistoryPdf'],
  ...['document', 'documents', 'downloadDocument'],
  ...['policyOverview', 'search', 'signable', 'signablePdf', 'signables', 'signedDocuments', 'signedPdf'],
  'transactions',
];

describeEachEngine('claims about injuries in a view of a customer', (open) => {
  let database: Database;
  let filled: FilledApi;
  let token: string;

  beforeAll(async () => {
    database = await open();
    filled = await startFilledApi(database);
    await filled.fill();
    await fillClaimsOfAnna(database, filled.files);
    token = await filled.issuer.token(una, { actor_kind: 'employee' });
  });
  beforeEach(() => database.db.delete(staffViews));
  afterAll(() => filled.stop());

  const giveRole = async (role: StaffRole, lines: string[] | null = null) => {
    await database.db.delete(employeeRoles);
    await database.db.insert(employeeRoles).values({
      ...{ employeeId: una, role, lines, validFrom: '2026-01-01', validTo: null },
      ...{ givenBy: null, givenAt: new Date('2026-01-01') },
    });
  };
  const begin = async () => {
    const answer = await filled.api.ask('/api/user/v1/switchoverviewuser', {
      ...{ token, method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ ssn: annaSsn, reason: 'service' }),
    });
    expect(answer.status).toBe(200);
  };
  const inView = { 'impersonate-ssn': annaSsn };
  const json = async (path: string) =>
    (await (await filled.api.ask(path, { token, headers: inView })).json()) as never;

  /** Calls that show something of a hidden claim: by its name in an answer, or by opening what is attached to one. */
  const callsShowing = async (caller: string, headers: Record<string, string>): Promise<string[]> => {
    const found = new Set<string>();
    for (const [name, path, accept] of addresses) {
      const answer = await filled.api.ask(path, { token: caller, headers: { ...headers, accept } });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const isList =
        answer.headers.get('content-type') === 'application/pdf' && accept !== 'application/json';
      const text = isList ? await textOfPdf(bytes) : new TextDecoder().decode(bytes);
      const opened = answer.status === 200 && path.includes('/leynd');
      if (opened || (answer.status === 200 && /leynd/i.test(text))) found.add(name);
    }
    return [...found].toSorted();
  };

  test('ROLE-2: the walk has all reads of a customer', () => {
    const ofCustomers = Object.values<Call>(calls).filter(
      ({ method, who, service }) => service === 'api' && method === 'GET' && who.kind === 'customer',
    );
    expect(reads).toHaveLength(ofCustomers.length);
    expect(reads.length).toBeGreaterThan(50);
  });

  test('ROLE-2: without the role no read, search, download or export of a view shows an injury claim or what is attached to it', async () => {
    await giveRole('service');
    await begin();
    expect(await callsShowing(token, inView)).toEqual([]);
    // What is not about an injury is there, with all that is attached to it.
    const shown = async (path: string) => (await filled.api.ask(path, { token, headers: inView })).status;
    for (const path of [
      '/api/claim/v1/getclaim/opid',
      '/api/claim/v1/claims/opid/messages',
      '/api/claim/v1/attachments/opid-file',
      '/api/document/v2/document/opid-letter',
      '/api/document/v2/signable/opid-to-sign',
      '/api/document/v1/signeddocuments/opid-signed/pdf',
    ])
      expect([path, await shown(path)]).toEqual([path, 200]);
  });

  test('ROLE-2: with the role, and for the customer, all of them show it', async () => {
    await giveRole('injuries');
    await begin();
    expect(await callsShowing(token, inView)).toEqual(showing);
    // What is being uploaded, and what a complaint can be about, is for those alone who may send it.
    const ofCustomer = [...showing, 'complaintOptions', 'upload'].toSorted();
    expect(await callsShowing(await filled.issuer.token('anna'), {})).toEqual(ofCustomer);
  });

  test('ROLE-2: counts and sums of a view leave them out, and an entry of the account that may name one loses its text but not its amount', async () => {
    type Sums = { sums: { count: number; lossAmount: number } };
    const counted = async () => {
      const { sums }: Sums = await json('/api/claim/v1');
      const { documents: toSign }: { documents: number } = await json('/api/user/v1/waiting');
      const { total }: { total: number } = await json('/api/document/v1/edocuments');
      const { total: signed }: { total: number } = await json('/api/document/v1/signeddocuments');
      return { claims: sums.count, loss: sums.lossAmount, toSign, total, signed };
    };
    type Account = { items: Array<{ id: string; description: string; policy: unknown; balance: number }> };
    const entry = async () => {
      const { items }: Account = await json('/api/account/v1?type=claim');
      return items.find(({ id }) => id === 'e990');
    };
    await giveRole('injuries');
    await begin();
    const [all, whole] = [await counted(), await entry()];
    await giveRole('claims');
    const [some, masked] = [await counted(), await entry()];
    expect(some).toEqual({
      ...{ claims: all.claims - 3, loss: all.loss - 1_500_000, toSign: all.toSign - 3 },
      ...{ total: all.total - 4, signed: all.signed - 3 },
    });
    expect(whole).toMatchObject({ description: 'Bætur, leynd', policy: { id: 'a1' } });
    expect(masked).toEqual({ ...whole, description: 'Bætur', policy: null });
  });

  test('ROLE-2: a role for some lines shows injuries of these lines alone', async () => {
    await giveRole('injuries', ['vehicle']);
    await begin();
    const { items }: { items: Array<{ id: string }> } = await json('/api/claim/v1?search=leynd');
    expect(items.map(({ id }) => id)).toEqual(['leynd3']);
  });
});
