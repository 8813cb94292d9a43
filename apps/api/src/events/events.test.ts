// Every call and job that another system has to know of records its event, and only then (rule CORE-7).
import { type Call, coreScopeNames } from '@hofn/contracts';
import { type EventName, eventNames, eventTypeOf, eventTypes } from '@hofn/contracts/core/events.ts';
import {
  auditEvents,
  communicationChoices,
  coreEvents,
  customers,
  type Database,
  documents,
  instalments,
  privacyRequests,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { desc, eq, gt, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobsOf, queuesOf } from '../feature.ts';
import { features } from '../features.ts';
import { apiCalls, type Issuer } from '../testing.ts';
import {
  addressOf,
  bodies,
  bodyOf,
  expectedRefusals,
  type FilledApi,
  startFilledApi,
} from '../testing-calls.ts';

let database: Database;
let filled: FilledApi;
let issuer: Issuer;
let api: FilledApi['api'];
let staff: string;
let anna: string;
beforeAll(async () => {
  database = await testDatabase();
  filled = await startFilledApi(database);
  ({ issuer, api } = filled);
  staff = await issuer.token('employee|katrin', { actor_kind: 'employee' });
  anna = await issuer.token('anna');
  await noteWrittenTables(database);
});
afterAll(async () => {
  await filled.stop();
  await database.close();
});

/** Notes with each event the tables that its transaction had written to, or locked rows of, until then. */
const noteWrittenTables = ({ db }: Database) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`create table written_tables (event_id uuid, name text)`);
    await tx.execute(sql`create function note_written_tables() returns trigger language plpgsql security definer as $$
      begin
        insert into written_tables select distinct new.id, relation::regclass::text from pg_locks
        where pid = pg_backend_pid() and locktype = 'relation' and mode in ('RowExclusiveLock', 'RowShareLock');
        return new;
      end $$`);
    await tx.execute(
      sql`create trigger note_written_tables before insert on core_events for each row execute function note_written_tables()`,
    );
  });

/** The table whose row an event's act changes. */
const tableOf: Record<EventName, string> = {
  'claim.filed': 'claims',
  'claim.noticeFiled': 'claim_notices',
  'claim.noticeMatched': 'claims',
  'claim.verified': 'claims',
  'claim.messageSent': 'claim_messages',
  'file.received': 'uploads',
  'message.sent': 'memos',
  'policy.changeRequested': 'change_requests',
  'complaint.received': 'complaints',
  'complaint.decided': 'complaints',
  'offer.accepted': 'proposals',
  'offer.declined': 'proposals',
  'request.questionAsked': 'change_requests',
  'request.questionAnswered': 'change_requests',
  'request.retracted': 'change_requests',
  'request.settled': 'change_requests',
  'purchase.started': 'purchases',
  'purchase.bought': 'purchases',
  'purchase.ended': 'purchases',
  'payment.made': 'payments',
  'payment.refunded': 'refunds',
  'document.signed': 'signed_documents',
  'document.issued': 'documents',
  'contact.changed': 'customers',
  'consents.changed': 'communication_choices',
  'bankAccount.changed': 'customers',
  'paymentCard.registered': 'customers',
  'paymentCard.removed': 'customers',
  'paymentMethod.changed': 'customers',
  'form.submitted': 'submissions',
  'subscription.confirmed': 'submissions',
  'case.answered': 'cases',
  'case.closed': 'cases',
  'case.reopened': 'cases',
  'chat.ended': 'chats',
  'privacy.overviewRequested': 'privacy_requests',
  'privacy.erasureRequested': 'privacy_requests',
  'privacy.erasureApproved': 'privacy_requests',
  'privacy.refused': 'privacy_requests',
  'privacy.erased': 'privacy_requests',
};

/** Events that need more than an example of their call; the tests that record those look for the event. */
const provedElsewhere: Record<string, readonly EventName[]> = {
  answerProposal: ['request.settled', 'document.issued'],
  requestAboutPolicy: ['request.settled', 'request.retracted', 'document.issued'],
  finishMobileSigning: ['document.signed'],
  finishAppSigning: ['document.signed'],
  confirmPrevention: ['subscription.confirmed'],
  formCommunication: ['complaint.received'],
  actOnCase: [
    'complaint.decided',
    ...(['request.settled', 'request.questionAsked', 'document.issued'] as const),
    ...(['claim.noticeMatched', 'claim.verified'] as const),
  ],
};
/** The events that the example of a call, or one of its further bodies, has to record. */
const provedBy = (name: string, row: Call): EventName[] =>
  declaredBy(row).filter((event) => !provedElsewhere[name]?.includes(event));
/** Events of the chat service, whose messages are not calls. */
const ofChat: readonly EventName[] = ['chat.ended'];

/** Further requests of calls that record several events, or whose example changes nothing. */
const furtherBodies: Record<string, () => Promise<object[]>> = {
  answerProposal: async () => {
    const response = await api.ask('/api/ods/v1/proposal/o1', { token: anna });
    const { shown } = (await response.json()) as { shown: string };
    return [{ answer: 'accept', shown }];
  },
  actOnCase: async () => [
    { act: 'answer', version: 0, text: 'Bíllinn er tilbúinn.' },
    { act: 'answer', version: 0, text: 'Málinu er lokið.', close: true },
    { act: 'close', version: 0 },
  ],
  actOnCases: async () => [
    { cases: [{ id: 'k1', version: 0 }], act: { act: 'answer', text: 'Málinu er lokið.' } },
  ],
  settleCoreRequest: async () => [
    { result: 'moreInformation', texts: { is: 'Hver ekur bílnum?', en: 'Who drives the car?' } },
  ],
  decidePrivacyCase: async () => [{ act: 'refuse', reasons: 'Málaferli standa yfir.' }],
  saveGeneralInfo: async () => [{ ...bodies.saveGeneralInfo, mobilePhone: '615 0009', language: 'en' }],
  savePopupInfo: async () => [{ ...bodies.savePopupInfo, mobilePhone: '615 0008' }],
  saveBankInfo: async () => [{ bank: '0133', ledger: '26', account: '004899' }],
};

const isPrivacyRequest = (name: string) => name === 'requestOverview' || name === 'requestErasure';
/** Restores what calls change, so that a call changes something again. */
const prepare = async (name: string) => {
  await filled.fill();
  const { db } = database;
  await db.delete(communicationChoices);
  // So that the documents of a fact are issued again.
  await db.delete(documents).where(ne(documents.kind, 'memo'));
  await db.update(instalments).set({ paidAt: null, paymentId: null }).where(eq(instalments.id, '2'));
  await db
    .update(customers)
    .set({
      mobilePhone: '6150001',
      language: 'is',
      bankAccount: '004821',
      ...{ cardNumberMasked: '•••• 4821', cardExpires: '08/29', cardBrand: 'Visa', cardToken: 'card-4821' },
      // A card replaces payment claims, but not direct debit.
      paymentMethod: name === 'registerCard' ? 'claim' : 'bank',
    })
    .where(eq(customers.id, 'anna'));
  // A request that is still open is not made again.
  if (isPrivacyRequest(name)) await db.delete(privacyRequests);
};

const tokenFor = async ({ who }: Call): Promise<string | undefined> => {
  if (who.kind === 'employee') return staff;
  if (who.kind === 'service') return issuer.serviceToken(coreScopeNames);
  if (who.kind === 'visitor') return filled.visit();
  if (who.kind === 'public') return undefined;
  return 'subject' in who && who.subject === 'companies' ? issuer.token('felag') : anna;
};

let factVersion = 1;
/** The body of a call; a fact gets a version that is not on file yet. */
const bodyFor = (name: string, body: object | undefined): object | undefined => {
  const example = body ?? bodies[name];
  if (!example || !('facts' in example)) return body;
  factVersion += 1;
  return { ...example, version: factVersion };
};

/** Makes a call with its example, or with another body. @returns its status */
const make = async (name: string, row: Call, other?: object): Promise<number> => {
  const body = bodyFor(name, other);
  const token = await tokenFor(row);
  const response = await api.ask(addressOf(name, row.path), {
    method: row.method,
    ...(token !== undefined && { token }),
    ...(body
      ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      : bodyOf(name, row)),
  });
  await response.arrayBuffer();
  return response.status;
};

const lastEvent = async () =>
  (await database.db.select().from(coreEvents).orderBy(desc(coreEvents.entered)).limit(1))[0]?.entered ?? 0;
const eventsAfter = (entered: number) =>
  database.db.select().from(coreEvents).where(gt(coreEvents.entered, entered)).orderBy(coreEvents.entered);

/** Runs `work` while no row can be added to a table. */
const whileRefusing = async (table: 'core_events' | 'audit_events', work: () => Promise<void>) => {
  await database.db.execute(sql`create or replace function refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'refused by the test'; end $$`);
  await database.db.execute(
    sql`create trigger refuse_row before insert on ${sql.identifier(table)} for each row execute function refuse_row()`,
  );
  try {
    await work();
  } finally {
    await database.db.execute(sql`drop trigger refuse_row on ${sql.identifier(table)}`);
  }
};

const writing = apiCalls.filter(([, row]) => row.method !== 'GET');
const recording = writing.filter(([, { events }]) => Array.isArray(events));
const declaredBy = ({ events }: Call): readonly EventName[] =>
  events === undefined || 'none' in events ? [] : events;

test('CORE-7: a call that writes declares its events, or why it has none', () => {
  const undeclared = writing.filter(
    ([, { events }]) => events === undefined || ('none' in events ? events.none : events).length === 0,
  );
  expect(undeclared.map(([name]) => name)).toEqual([]);
});

test('CORE-7: every event type is declared by a call, a job or the chat, and its subject is described', () => {
  const declared = [
    ...apiCalls.flatMap(([, row]) => declaredBy(row)),
    ...queuesOf(features).flatMap(({ events = [] }) => events),
    ...jobsOf(features).flatMap(({ events = [] }) => events),
    ...ofChat,
  ];
  expect(eventNames.filter((name) => !declared.includes(name))).toEqual([]);
  expect(eventNames.filter((name) => !/^[A-Z].*\.$/.test(eventTypes[name].summary))).toEqual([]);
});

test('CORE-7: every call that writes records its declared events, after its act and in the same transaction; others none', async () => {
  const personal = await personalTexts();
  for (const [name, row] of writing) {
    await prepare(name);
    const further = (await furtherBodies[name]?.()) ?? [];
    const found = new Set<string>();
    for (const body of [undefined, ...further]) {
      if (body) await prepare(name);
      const before = await lastEvent();
      const status = await make(name, row, body);
      if (expectedRefusals[name] !== undefined) continue;
      expect([name, status < 300]).toEqual([name, true]);
      if (name === 'actOnCase' && body && 'act' in body && body.act === 'close')
        await make(name, row, { act: 'reopen', version: 1 });
      for (const event of await eventsAfter(before)) {
        const eventName = eventNames.find((known) => eventTypeOf(known) === event.type);
        expect([name, eventName]).toEqual([name, expect.any(String)]);
        if (!eventName) continue;
        found.add(eventName);
        expect(eventTypes[eventName].data.safeParse(event.data), name).toMatchObject({ success: true });
        const { rows } = await database.db.execute<{ name: string }>(
          sql`select name from written_tables where event_id = ${event.id}`,
        );
        expect([name, ...rows.map((table) => table.name)]).toContain(tableOf[eventName]);
        const text = JSON.stringify(event).toLowerCase();
        expect([name, personal.filter((known) => text.includes(known))]).toEqual([name, []]);
      }
    }
    if (expectedRefusals[name] === undefined)
      expect([name, ...[...found].sort()]).toEqual([name, ...provedBy(name, row).sort()]);
  }
});

/** What identifies the people of the examples: numbers, names, addresses, in lower case. */
const personalTexts = async (): Promise<string[]> => {
  const rows = await database.db.select().from(customers);
  const typed = Object.values(bodies).flatMap((body) => {
    const texts: string[] = [];
    JSON.stringify(body, (key, value) => {
      const isPersonal = /^(ssn|name|.*Name|email|.*Phone|phone|account|text|address)$/.test(key);
      if (isPersonal && typeof value === 'string') texts.push(value);
      return value;
    });
    return texts;
  });
  const known = rows.flatMap(({ ssn, fullName, email, mobilePhone, bankAccount }) => [
    ssn,
    fullName,
    email,
    mobilePhone,
    bankAccount,
  ]);
  return [...typed, ...known, '@', '6150001', '615 000']
    .flatMap((value) => (value ? [value.toLowerCase()] : []))
    .filter((value) => value === '@' || value.length > 5);
};

test('CORE-7: an act whose event cannot be recorded does not happen, and an act that fails records no event', async () => {
  const lastAudit = async () =>
    (await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0]?.id ?? 0;
  for (const [name, row] of recording) {
    const [body] = (await furtherBodies[name]?.()) ?? [];
    if (expectedRefusals[name] !== undefined || provedBy(name, row).length === 0) continue;
    await prepare(name);
    await whileRefusing('audit_events', async () => {
      const before = await lastEvent();
      expect([name, await make(name, row, body)]).toEqual([name, 500]);
      expect([name, await eventsAfter(before)]).toEqual([name, []]);
    });
    // A payment is stored before the card is charged; the job finishes it.
    if (name === 'pay') continue;
    await whileRefusing('core_events', async () => {
      const before = await lastAudit();
      expect([name, await make(name, row, body)]).toEqual([name, 500]);
      expect([name, await lastAudit()]).toEqual([name, before]);
    });
  }
});
