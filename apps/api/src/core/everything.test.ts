import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Call, calls } from '@hofn/contracts';
import { coreRecords, type Database } from '@hofn/database';
import { tableAccess } from '@hofn/database/roles/table-access.ts';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePdf } from '../platform/pdf/pdf.ts';
import { startCore } from './testing-core.ts';
import { everything } from './testing-everything.ts';

const scopes = [
  ...(['core.customers.write', 'core.policies.write', 'core.billing.write', 'core.claims.write'] as const),
  'core.documents.write' as const,
];

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
const ids = new Map<string, string>();
beforeAll(async () => {
  database = await testDatabase();
  await database.db.transaction((tx) => seedReference(tx));
  core = await startCore(database);
  const page = { language: 'is', title: 'Bréf', lead: [], blocks: [{ kind: 'text', text: 'Bréf' }] } as const;
  const pdf = Buffer.from(await writePdf({ ...page, lead: [], blocks: [...page.blocks] }, new Date()));
  const file = hash('sha256', pdf);
  await core.api.ask(`/api/core/v1/files/${file}`, {
    method: 'PUT',
    token: await core.issuer.serviceToken(scopes),
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(pdf),
  });
  for (const [path, facts] of everything(file)) {
    const { status, errors } = await core.put(path, { version: 1, facts }, { scopes });
    expect([path, status, errors]).toEqual([path, 200, undefined]);
  }
  for (const { type, key, id } of await database.db.select().from(coreRecords)) ids.set(`${type}/${key}`, id);
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

type Reading = {
  /** The customer who reads; the person by default. */
  as?: 'company';
  /** The fact whose id is in the path. */
  of?: string;
  query?: () => Record<string, string>;
  /** What the answer contains in each language; nothing for a PDF. */
  shows?: { is: object; en: object };
};
const both = (shown: object) => ({ shows: { is: shown, en: shown } });
const inEach = <Value>(is: Value, en: Value, as: (value: Value) => object) => ({
  shows: { is: as(is), en: as(en) },
});
/** A list that has such an item. */
const withItem = (item: object) => ({ items: expect.arrayContaining([expect.objectContaining(item)]) });
const trip = () => ({ policy: ids.get('policies/travel') ?? '', from: '2026-12-01', to: '2026-12-10' });
const figures = (staff: object): Reading => ({ as: 'company', ...both({ policies: [{ figures: staff }] }) });

/** What core facts alone show, by the read call of the screen. */
const readings: Record<string, Reading> = {
  userInfo: both({ fullName: 'Ragnar Prófsson' }),
  companyInvolvement: both({ items: [{ name: 'Prófunarfélagið ehf.', role: 'Admin' }] }),
  policies: both(withItem({ number: '7000001' })),
  policy: {
    of: 'policies/car',
    ...inEach('Kaskótrygging', 'Comprehensive motor insurance', (name) => ({ name, premiumPerYear: 90_000 })),
  },
  policyOptions: {
    of: 'policies/car',
    ...both({ requestable: { kinds: ['cover', 'suspend', 'cancel'] } }),
  },
  policyOverview: both({}),
  alsoInsured: both({ items: [] }),
  policyBenefits: both({
    tier: 'gold',
    items: expect.arrayContaining([expect.objectContaining({ key: 'courtesyCar' })]),
  }),
  transactions: inEach('Iðgjald, 7. greiðsla', 'Premium, instalment 7', (description) => ({
    items: [{ description, amount: 7_500 }],
  })),
  documents: inEach('Bréf um tjónið', 'Letter about the claim', (title) => ({
    items: expect.arrayContaining([expect.objectContaining({ kind: 'letter', title })]),
  })),
  document: { of: 'documents/letter', ...both({ kind: 'letter', claim: { number: 'TJ-1' } }) },
  downloadDocument: { of: 'documents/letter' },
  travelCards: both({ cards: [{ number: '7000002', medicalSum: 15_000_000, longestTripDays: 92 }] }),
  travelCardPdf: { query: () => ({ policy: trip().policy }) },
  travelConfirmation: { query: trip, ...both({ number: '7000002', travellers: [{}, { name: 'Birta' }] }) },
  travelConfirmationPdf: { query: trip },
  instalmentsOverview: both(withItem({ amount: 7_500, dueDate: '2026-12-01' })),
  search: { query: () => ({ q: 'TJ-1' }), ...both({}) },
  claims: inEach('Árekstur', 'Collision', (title) => withItem({ title, number: 'TJ-1' })),
  claim: {
    of: 'claims/collision',
    ...inEach('Við greiðum viðgerðina.', 'We pay for the repair.', (note) => ({
      timeline: expect.arrayContaining([expect.objectContaining({ note })]),
      payments: [{ amount: 260_000 }, { amount: 20_000, state: 'returned' }],
      covers: [{ payable: 260_000 }],
      decision: { reasons: note },
    })),
  },
  claimCovers: {
    query: () => ({ line: 'travel', causes: 'medical' }),
    ...both(
      withItem({
        number: '7000002',
        covers: expect.arrayContaining([expect.objectContaining({ id: 'medical-costs-abroad' })]),
      }),
    ),
  },
  companyLiability: figures({ staff: 8 }),
  companyPersonal: figures({ manYears: 7.5 }),
  companyTravel: figures({ europe: 20 }),
  offersPending: both(withItem({ number: 'TB-1' })),
  proposal: { of: 'offers/home', ...both({ number: 'TB-1', premiumPerYear: { offered: 60_000 } }) },
  proposalIpid: { of: 'offers/home' },
  signables: inEach('Samkomulag', 'Agreement', (title) => ({ items: [{ title, signBy: '2026-12-10' }] })),
  signable: { of: 'documents-to-sign/agreement', ...both({ claim: { number: 'TJ-1' } }) },
  signablePdf: { of: 'documents-to-sign/agreement' },
  generalInfo: both({ email: 'ragnar@example.is', mobilePhone: '6150077' }),
  popupInfo: both({}),
  bankInfo: both({}),
  communication: both({
    topics: { offers: { sms: { given: true, at: '2025-05-01T12:00:00.000Z', how: 'insurer' } } },
  }),
  paymentMethod: both({ method: 'bank' }),
};

const signIns = 'sign-ins, of the identity service';

/** Read calls of customers whose answers no core system supplies. */
const ownOfPortal: Record<string, string> = {
  accessGrants: 'grants are given in the portal',
  grantedAccessList: 'grants are given in the portal',
  grantedAccess: 'grants are given in the portal',
  profilePicture: 'the customer uploads it',
  views: 'staff’s views of the customer here',
  sessions: signIns,
  passkeys: signIns,
  documentAttachment: 'files of the customer’s messages',
  paymentPeriods: 'follows from the day alone',
  paymentChoices: 'follows from instalments and the day, with requests made in the portal',
  receipt: 'payments in the portal',
  claimMessages: 'messages in the portal',
  claimAttachment: 'files sent in the portal',
  claimDraft: 'drafts of claims',
  upload: 'files being sent',
  signedDocuments: 'signatures are made in the portal',
  signedPdf: 'signatures are made in the portal',
  mobileSigningStatus: 'a signature being made',
  appSigningStatus: 'a signature being made',
  notifications: 'e-mails that have been sent',
  insuranceProofs: 'papers that the customer has had made here',
  insuranceProofPdf: 'papers that the customer has had made here',
  claimsHistories: 'papers that the customer has had made here',
  claimsHistoryPdf: 'papers that the customer has had made here',
  complaintOptions: 'what one can complain about in the portal',
  cardInfo: 'cards are registered in the portal',
  verifyCard: 'a card being registered',
  checkPopup: 'asked of the customer here',
  purchases: 'what the customer buys here',
  purchase: 'what the customer buys here',
  purchaseIpid: 'what the customer buys here',
  matters: 'what the customer has asked here',
  requestReceipt: 'what the customer has asked here',
  waiting: 'what the customer has begun here, and counts of lists that are read above',
  overviewStatus: 'requests for personal data',
  downloadArchive: 'requests for personal data',
  erasureStatus: 'requests for personal data',
};

const reads = Object.entries(calls as Record<string, Call>).filter(
  ([, { method, who }]) => method === 'GET' && who.kind === 'customer',
);

test('CORE-3: every read call of customers shows facts of a core system, or says why it has none', () => {
  const known = [...Object.keys(readings), ...Object.keys(ownOfPortal)];
  expect(known.toSorted()).toEqual(reads.map(([name]) => name).toSorted());
});

test.each(Object.entries(readings))(
  'CORE-3: in a database that core calls alone have filled, %s answers with the facts in both languages',
  async (name, { as, of = '', query, shows }) => {
    const path = (calls as Record<string, Call>)[name]?.path ?? '';
    const address =
      path.replace(/\{\w+\}/, ids.get(of) ?? '') + (query ? `?${new URLSearchParams(query())}` : '');
    const token = await core.issuer.token(ids.get(`customers/${as ?? 'person'}`) ?? '');
    for (const language of ['is', 'en'] as const) {
      const answer = await core.api.ask(address, { token, language });
      expect([language, answer.status]).toEqual([language, 200]);
      if (shows) expect(await answer.json(), language).toMatchObject(shows[language]);
      else expect((await answer.text()).startsWith('%PDF-')).toBe(true);
    }
  },
);

/** Columns that no fact fills, with the reason. */
const ownColumns: Record<string, string> = {
  'customers.profile_picture': 'the customer uploads it',
  'customers.left_at': 'set when personal data is erased',
  'customers.card_number_masked': 'cards are registered in the portal',
  'customers.card_expires': 'cards are registered in the portal',
  'customers.card_brand': 'cards are registered in the portal',
  'customers.card_token': 'cards are registered in the portal',
  'customers.contact_confirmed_on': 'the customer confirms it in the portal',
  'instalments.charged_amount': 'what a payment of the customer charges',
  'instalments.payment_id': 'payments in the portal',
  'instalments.rest_of': 'what is left after a payment of the customer',
  'claims.form': 'what was typed in the portal',
  'proposals.answered_at': 'the customer answers in the portal',
  'proposals.answered_by': 'the customer answers in the portal',
  'documents_to_sign.reminded_at': 'set when the customer is reminded',
  'documents.facts': 'of documents that we write ourselves',
  'documents.wordings': 'of documents that we write ourselves',
  'documents.fingerprint': 'of documents that we write ourselves',
  'documents.instalment_id': 'of documents that we write ourselves',
  'documents.period_from': 'of documents that we write ourselves',
  'documents.period_to': 'of documents that we write ourselves',
  'documents_to_sign.unsignable_at': 'set when a customer begins to sign a file that cannot be signed',
};
const factTables = [
  ...['customers', 'company_involvement', 'policies', 'policy_items', 'policy_covers', 'premium_parts'],
  ...['policy_figures', 'instalments', 'transactions', 'claims', 'claim_events', 'claim_payments'],
  ...['proposals', 'documents', 'documents_to_sign', 'products', 'product_covers', 'terms', 'tariffs'],
  ...['premium_part_types', 'item_fact_types'],
];

test('CORE-3: every column of the facts’ tables is filled by a fact, or has a reason', async () => {
  const empty: string[] = [];
  for (const table of factTables) {
    const letters = table === 'documents' ? sql`where kind = 'letter'` : sql``;
    const { rows } = await database.db.execute<{ name: string }>(sql`
      select field.name from ${sql.identifier(table)} as t, jsonb_each(to_jsonb(t)) as field(name, content) ${letters}
      group by field.name having bool_and(field.content = 'null'::jsonb)`);
    empty.push(...rows.map(({ name }) => `${table}.${name}`));
  }
  expect(empty.toSorted()).toEqual(Object.keys(ownColumns).toSorted());
});

/** Tables that no screen of customers reads. */
const unread = new Set([
  ...['audit_chain', 'audit_checkpoints', 'audit_events', 'audit_head', 'call_counts', 'chat_agents'],
  ...['content_audit', 'content_documents', 'content_drafts', 'content_faults', 'content_masters'],
  ...['content_releases', 'content_versions', 'contents', 'contents_leaving', 'core_client_keys'],
  ...['core_clients', 'core_events', 'core_events_head', 'core_import_errors', 'core_import_lines'],
  ...['core_import_parts', 'core_imports', 'core_records', 'document_marks', 'document_progress'],
  ...[
    'employee_passkeys',
    'employee_roles',
    'employees',
    'idempotency_keys',
    'identity_keys',
    'outbound_clicks',
  ],
  ...['prevention_subscribers', 'schema_history', 'schema_migrations', 'sign_in_attempts', 'staff_reads'],
  ...['upload_parts', 'visits', 'core_files', 'core_webhooks', 'core_webhook_deliveries'],
  ...['core_webhook_secrets', 'text_block_uses', 'text_block_versions', 'text_blocks'],
  'case_changes',
  'authorities',
]);

test('CORE-3: the documentation says of every table that customers read who writes it', async () => {
  const page = await readFile(new URL('../../../../docs/core/facts.md', import.meta.url), 'utf8');
  const [, list = ''] = page.split('## Who writes what customers see');
  const listed = list
    .split('\n')
    .flatMap((line) =>
      [...(/^\|([^|]*)\|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]),
    );
  // The API cannot read the insurance core's schema.
  const read = Object.entries(tableAccess)
    .flatMap(([table, { api }]) => (table.startsWith('insurance.') && !api ? [] : table))
    .filter((table) => !unread.has(table));
  expect(listed.toSorted()).toEqual(read.toSorted());
});

test('CORE-3: other read calls of customers answer in such a database, as far as they need no row of the portal', async () => {
  const token = await core.issuer.token(ids.get('customers/person') ?? '');
  const plain = reads.filter(
    ([name, { path, query }]) =>
      name in ownOfPortal && ownOfPortal[name] !== signIns && !path.includes('{') && !query,
  );
  for (const [name, { path }] of plain) {
    const { status } = await core.api.ask(path, { token });
    expect([name, status < 500]).toEqual([name, true]);
  }
});
