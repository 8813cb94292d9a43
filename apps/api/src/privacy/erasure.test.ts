import { hash } from 'node:crypto';
import {
  actingChoices,
  approvals,
  auditEvents,
  caseAnswers,
  caseMails,
  cases,
  changeRequests,
  chatMessages,
  chats,
  chatTranscripts,
  claimActs,
  claimNotices,
  claims,
  communicationChoices,
  companyInvolvement,
  complaints,
  coreRecords,
  credentials,
  customers,
  type Database,
  documents,
  instalments,
  mails,
  memos,
  oidcRecords,
  ownChanges,
  passkeys,
  payments,
  policies,
  policyFigures,
  popupsPutOff,
  privacyRequests,
  purchases,
  refunds,
  staffReads,
  staffViews,
  submissions,
  transactions,
  travelChecks,
  uploads,
} from '@hofn/database';
import { describeWithDatabase, inRoleOf } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { fillAccess } from '../access/testing.ts';
import { fillClaims } from '../claims/testing.ts';
import { recordedEvents } from '../events/testing.ts';
import { personalDataOf } from '../feature.ts';
import { features } from '../features.ts';
import { fillOffers } from '../offers/testing.ts';
import { fillVerification } from '../paymentdetails/testing.ts';
import type { Customer } from '../platform/authorization.ts';
import { createContents } from '../platform/contents.ts';
import { createMails } from '../platform/mail/mails.ts';
import { nameOf } from '../platform/personal-data.ts';
import { fillProof } from '../proofs/testing.ts';
import { fillPurchases } from '../purchases/testing.ts';
import { fillSigning } from '../signing/testing/fill.ts';
import { fillDatabase, fillDocuments, fixedClock, noon, temporaryFiles } from '../testing.ts';
import { fillPicture, picture } from '../user/testing.ts';
import { deleteOldViews } from '../views/store.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createErasure, planFor } from './erase.ts';
import { createErasureStore } from './erasure-store.ts';
import { privacyMails } from './mails.ts';
import { createArchivePreparation } from './prepare.ts';
import { overviewStatusOf, type RequestRow } from './privacy.ts';
import { planOf, type RetentionFacts } from './retention.ts';

const personalData = personalDataOf(features);
const { holdings } = personalData;
const today = '2026-11-22';
const nothing: RetentionFacts = {
  policies: [],
  claims: [],
  owes: false,
  lastBooked: null,
  involved: false,
  lastView: null,
  requestedOn: today,
};
const retainedOf = (facts: Partial<RetentionFacts>, day = today) =>
  planOf({ ...nothing, ...facts }, day).kept.map(({ what, why, until }) => `${what} ${why} ${until}`);

describe('what the law retains', () => {
  test('DATA-3b: of a person without contracts, the name and the request are retained for two years', () => {
    expect(retainedOf({})).toEqual(['identity accountability 2028-11-22']);
    expect(retainedOf({}, '2028-11-22')).toHaveLength(1);
    expect(retainedOf({}, '2028-11-23')).toEqual([]);
  });

  test('DATA-3b: the accounts are retained for seven years from the end of their year (Act 145/1994)', () => {
    expect(retainedOf({ lastBooked: '2026-01-02' })).toEqual([
      'accounts accounting 2033-12-31',
      'identity accounting 2033-12-31',
    ]);
    expect(retainedOf({ lastBooked: '2019-01-02' }, '2026-12-31')[0]).toBe('accounts accounting 2026-12-31');
    expect(retainedOf({ lastBooked: '2019-12-31' }, '2027-01-01')).toEqual([
      'identity accountability 2028-11-22',
    ]);
  });

  test('DATA-3b: a policy in force is retained, with the customer’s contact details and sign-in', () => {
    expect(retainedOf({ policies: [{ id: 'p', last: null }] })).toEqual([
      'policies contract null',
      'details contract null',
      'signIn contract null',
      'identity contract null',
    ]);
  });

  test('DATA-3b: policies and claims are retained for ten years after they end, and a policy as long as its claims (Act 30/2004)', () => {
    const over = { id: 'p', last: '2020-05-01' };
    expect(retainedOf({ policies: [over] })).toEqual([
      'policies limitation 2030-05-01',
      'identity limitation 2030-05-01',
    ]);
    const claim = { id: 'c', policyId: 'p', last: '2024-02-29' };
    expect(retainedOf({ policies: [over], claims: [claim] })).toEqual([
      'policies limitation 2034-02-28',
      'claims limitation 2034-02-28',
      'identity limitation 2034-02-28',
    ]);
    expect(planOf({ ...nothing, policies: [over] }, '2030-05-01').policies).toEqual(['p']);
    expect(planOf({ ...nothing, policies: [over] }, '2030-05-02').policies).toEqual([]);
    // Of several the latest date is reported, and only those whose retention is over are erased.
    const old = { id: 'o', last: '2010-01-01' };
    const plan = planOf({ ...nothing, policies: [over, old] }, today);
    expect(plan.policies).toEqual(['p']);
  });

  test('DATA-3b: an open claim and a debt retain everything needed to settle them', () => {
    const open = retainedOf({ claims: [{ id: 'c', policyId: null, last: null }] });
    expect(open).toEqual(['claims open null', 'details open null', 'signIn open null', 'identity open null']);
    expect(retainedOf({ owes: true, lastBooked: '2026-11-01' })).toContain('accounts open null');
  });

  test('DATA-3b: views by staff are retained for two years, and an involvement belongs to the company', () => {
    expect(retainedOf({ lastView: '2026-01-31', involved: true })).toEqual([
      'companies contract null',
      'views accountability 2028-01-31',
      'identity contract null',
    ]);
  });
});

/** A passkey without its owner. */
const key = { publicKey: 'k', counter: 0, transports: [], name: 'Síminn', createdAt: new Date(noon) };

describeWithDatabase('the erasing of a person’s data', (open) => {
  const clock = fixedClock();
  const logger = createLogger('api', 'silent');
  const files = temporaryFiles();
  const anna: Customer = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' };
  const nyr: Customer = { id: 'nyr', kind: 'person', ssn: '2012991449', fullName: 'Nýr Prófsson' };
  let database: Database;
  /** The same database with the API's rights. */
  let asApi: Database;
  beforeEach(async () => {
    clock.set(noon);
    database = await open();
    asApi = await inRoleOf('api', database);
    await fillDatabase(database);
    await fillDocuments(database);
  });
  const erasure = (db = asApi.db) =>
    createErasure({
      personalData,
      db,
      clock,
      logger,
      files,
      mails: createMails({ db, clock, outbox: { send: async () => {} } }),
    });
  const request = async (subject: Customer, state: 'requested' | 'approved' = 'approved') => {
    await database.db.insert(privacyRequests).values({
      customerId: subject.id,
      id: `e-${subject.id}`,
      kind: 'erasure',
      state,
      language: 'is',
      requestedAt: noon,
      dueAt: '2026-12-21T12:00:00Z',
    });
    return `e-${subject.id}`;
  };
  const countsOf = async (subject: Customer) => {
    const found: Record<string, number> = {};
    for (const { table, rowsOf } of holdings) {
      // Erasures leave audit events, which have ids only and a retention of their own (rule HOLD-14).
      if (table === auditEvents) continue;
      const rows = await database.db.$count(table, sql`(${rowsOf(subject.id)})`);
      if (rows > 0) found[nameOf(table)] = rows;
    }
    return found;
  };

  /** A row in every table that can have data of Anna's. */
  const fillAll = async () => {
    await fillAccess(database);
    await fillOffers(database);
    await fillClaims(database, files);
    await fillSigning(database, files);
    await fillVerification(database);
    await fillPicture(database, files);
    const { db } = database;
    const own = { customerId: 'anna' };
    await db.insert(companyInvolvement).values({
      ...own,
      companyId: 'felag',
      involvement: 'board',
      registeredOn: '2020-01-01',
      endedOn: '2021-01-01',
    });
    await db
      .insert(actingChoices)
      .values({ actorId: 'anna', session: 's', subjectId: 'birgir', chosenAt: noon })
      .onConflictDoNothing();
    await db.insert(ownChanges).values({ ...own, part: 'contact', id: 'change-1', changedAt: noon });
    await db.insert(coreRecords).values({
      ...own,
      source: 'kerfi',
      type: 'policies',
      key: 'policy-1',
      version: 7,
      id: 'p1',
      receivedAt: noon,
    });
    await db.insert(policyFigures).values({ ...own, policyId: 'p1', figures: {} as never });
    await db.insert(travelChecks).values({
      ...own,
      id: 'hash',
      policyId: 't1',
      validFrom: '2026-11-01',
      validTo: '2026-12-01',
      createdAt: noon,
    });
    await fillProof(database);
    await db.insert(changeRequests).values({
      ...own,
      id: 'r1',
      policyId: 'p1',
      actorId: 'anna',
      after: {},
      effectiveOn: '2026-12-01',
      premium: 1,
      tariffVersion: 'test-1',
      language: 'is',
      createdAt: noon,
    });
    const complaint = { ...own, actorId: 'anna', text: 'Of lágt', wishes: '', language: 'is' as const };
    await db.insert(complaints).values([
      {
        ...{ ...complaint, id: 'v1', reference: 'K-2026-1', about: 'claim', aboutId: 'c1' },
        ...{ receivedAt: noon, dueOn: '2026-12-11' },
      },
      {
        ...{ ...complaint, id: 'v2', reference: 'K-2026-2', about: 'other', aboutId: null },
        ...{ receivedAt: noon, dueOn: '2026-12-11' },
      },
    ]);
    for (const matterId of ['v1', 'v2'])
      await openWorkItem(db, {
        ...{ kind: 'complaint', matterId, customerId: 'anna', language: 'is', openedAt: new Date(noon) },
      });
    await db.insert(payments).values({
      ...own,
      id: 'k1',
      actorId: 'anna',
      state: 'paid',
      amount: 1,
      cardToken: 't',
      card: 'Visa',
      language: 'is',
      createdAt: noon,
    });
    await db.insert(refunds).values({
      ...{ ...own, id: 'e1', paymentId: 'k1', state: 'refunded', amount: 1, reason: 'Greitt tvisvar.' },
      ...{ proposedBy: 'employee|una', proposedByName: 'Una', approvedBy: 'employee|katrin' },
      ...{ approvedByName: 'Katrín', orderedAt: noon, settledAt: noon },
    });
    await fillPurchases(database);
    await db.insert(transactions).values({
      ...own,
      id: 't',
      sequence: 1,
      bookedOn: '2026-11-01',
      type: 'premium',
      descriptionIs: 'Iðgjald',
      descriptionEn: 'Premium',
      policyId: 'p1',
      amount: 1,
    });
    const paper = {
      ...own,
      kind: 'memo' as const,
      titleIs: 'Bréf',
      titleEn: 'Letter',
      issuedOn: '2026-11-01',
    };
    await db.insert(documents).values([
      { ...paper, id: 'm1' },
      { ...paper, id: 'm2', policyId: 'p1' },
      { ...paper, id: 'y1', kind: 'annualStatement' },
      { ...paper, id: 'i1', kind: 'invoice', instalmentId: '1' },
    ]);
    const memo = { ...own, actorId: 'anna', text: 'Halló', writtenAt: noon };
    await db.insert(memos).values([
      { ...memo, id: 'm1' },
      { ...memo, id: 'm2' },
    ]);
    await db.insert(uploads).values({
      ownerId: 'anna',
      id: 'memo-file',
      holder: 'memo',
      holderId: 'm1',
      name: 'a.pdf',
      sender: 'Anna',
      bytes: 1,
      createdAt: noon,
    });
    await db.insert(mails).values({
      ...own,
      id: 'sent',
      actorId: 'anna',
      kind: 'policyOverview',
      about: {},
      recipient: 'anna@example.is',
      language: 'is',
      createdAt: noon,
      sentAt: noon,
    });
    await db.insert(chats).values({
      ...own,
      id: 'chat',
      sessionHash: 'h',
      name: 'Anna',
      topic: 'other',
      language: 'is',
      state: 'ended',
      createdAt: noon,
      activeAt: noon,
    });
    await db.insert(chatMessages).values({
      chatId: 'chat',
      seq: 1,
      side: 'visitor',
      key: 'k',
      author: 'Anna',
      text: 'Halló',
      sentAt: noon,
    });
    await db.insert(chatTranscripts).values({
      chatId: 'chat',
      id: 'copy',
      recipient: 'anna@example.is',
      language: 'is',
      requestedAt: noon,
    });
    await db.insert(popupsPutOff).values({ ...own, popup: 'card', at: noon });
    const chosen = { ...own, channel: 'email', given: false, how: 'self', actorId: 'anna' } as const;
    await db.insert(communicationChoices).values([
      { ...chosen, topic: 'claims', chosenAt: noon },
      { ...chosen, topic: 'offers', chosenAt: noon, given: true },
      { ...chosen, topic: 'claims', chosenAt: '2026-11-20T12:00:00Z', given: true },
    ]);
    await db.insert(credentials).values({ ...own, passwordHash: 'hash', changedAt: new Date(noon) });
    await db.insert(passkeys).values({ ...own, ...key, id: 'key' });
    await db.insert(oidcRecords).values({
      model: 'Session',
      id: 's',
      payload: { accountId: 'anna' },
      expiresAt: new Date('2027-01-01'),
    });
    const view = {
      ...own,
      employeeId: 'employee|katrin',
      employeeName: 'Katrín',
      reason: 'service' as const,
      openedAt: noon,
      endsAt: '2026-11-21T12:30:00Z',
    };
    await db.insert(staffViews).values({ ...view, id: 'v' });
    await db.insert(staffReads).values({ ...own, id: 'r', viewId: 'v', call: 'policy', readAt: noon });
    await db.insert(claimNotices).values({
      ...own,
      id: 'c2',
      number: 'T-9',
      line: 'home',
      form: {} as never,
      name: 'Anna',
      ssn: anna.ssn,
      policyNumber: '',
      language: 'is',
      receivedAt: noon,
    });
    const matter = { customerId: 'anna', language: 'is' as const, openedAt: new Date(noon) };
    const memoCase = await openWorkItem(db, { ...matter, kind: 'memo', matterId: 'm1' });
    await openWorkItem(db, { ...matter, kind: 'privacy', matterId: 'e-anna' });
    const sent = {
      kind: 'inquiry',
      language: 'is' as const,
      fields: { description: 'Nær kaskó yfir grjótkast?' },
      state: 'received' as const,
      receivedAt: noon,
      forgetAt: '2028-11-22T00:00:00Z',
    };
    await db.insert(submissions).values([
      { ...sent, id: 'signed-in', reference: 'F-2026-1' },
      { ...sent, id: 'signed-out', reference: 'F-2026-2' },
    ]);
    await openWorkItem(db, { ...matter, kind: 'inquiry', matterId: 'signed-in' });
    await db.insert(caseAnswers).values({
      caseId: memoCase,
      id: 'a',
      employeeId: 'employee|katrin',
      author: 'Katrín',
      text: 'Takk',
      writtenAt: noon,
    });
    await db.insert(caseMails).values({
      ...{ caseId: memoCase, id: 'm', address: 'anna@example.is', text: 'Takk sömuleiðis', receivedAt: noon },
    });
    await db.insert(claimActs).values({
      ...{ ...own, id: 'act', claimId: 'c1', caseId: memoCase, act: { kind: 'claim.close' } },
      ...{ claimVersion: 1, employeeId: 'employee|katrin', employeeName: 'Katrín', askedAt: noon },
    });
    await db.insert(approvals).values({
      ...{ ...own, id: 'approval', act: 'claim.pay', amount: 1, claimId: 'c1', caseId: memoCase },
      ...{ payload: {}, payloadHash: 'hash', subjectVersion: 1, proposedAt: noon },
      ...{ proposedBy: 'employee|katrin', proposedByName: 'Katrín' },
    });
  };

  test('DATA-3b: when all retention is over, no table has data of the person', async () => {
    await fillAll();
    const id = await request(anna);
    const before = await countsOf(anna);
    // Every table of the archive has something to erase, so that none is missed.
    const tables = holdings.map(({ table }) => nameOf(table)).filter((name) => name !== 'audit_events');
    expect(Object.keys(before).toSorted()).toEqual(tables.toSorted());
    const others = await database.db.$count(policies, ne(policies.customerId, 'anna'));
    await erasure().erase(id);
    // The policies expire, the claims are settled, the debts are paid.
    await database.db.update(claims).set({ status: 'settled' }).where(eq(claims.customerId, 'anna'));
    await database.db
      .update(instalments)
      .set({ paidAt: '2027-02-01T00:00:00Z' })
      .where(and(eq(instalments.customerId, 'anna'), isNull(instalments.paidAt)));
    await database.db.update(changeRequests).set({ state: 'confirmed' });
    clock.set('2028-01-01T12:00:00Z');
    await erasure().eraseLater();
    const contract = await countsOf(anna);
    expect(contract).not.toHaveProperty('credentials');
    expect(contract.policies).toBe(before.policies);
    // Views are deleted by their age alone, measured by the database's clock.
    await database.db.update(staffViews).set({
      openedAt: sql`now() - interval '731 days'`,
      endsAt: sql`now() - interval '730 days'`,
    });
    for (const year of [2029, 2035, 2036, 2037, 2038]) {
      clock.set(`${year}-06-01T12:00:00Z`);
      await deleteOldViews(asApi.db, clock.now().toISOString());
      await erasure().eraseLater();
    }
    expect(await countsOf(anna)).toEqual({});
    expect(await database.db.$count(cases, isNotNull(cases.laterKind))).toBe(0);
    // What a core system had sent is still known by its version, but leads to nobody.
    const [record] = await database.db.select().from(coreRecords);
    expect(record).toMatchObject({ key: 'policy-1', version: 7, customerId: null });
    expect(await database.db.$count(policies, ne(policies.customerId, 'anna'))).toBe(others);
    expect(await database.db.$count(customers)).toBe(3);
  });

  test('DATA-3b, BUY-1: an open purchase is erased; one whose money is not known about yet stays until it is', async () => {
    await fillAll();
    await database.db
      .update(purchases)
      .set({ state: 'holding', hold: 'asked', askAgainAt: noon })
      .where(eq(purchases.id, 'kaup1'));
    const id = await request(anna);
    await erasure().erase(id);
    const left = await database.db.select({ id: purchases.id }).from(purchases);
    expect(left).toEqual([{ id: 'kaup1' }]);
  });

  test('DATA-3b: data that no law retains is erased at once, sign-in sessions end, and the person is notified about the rest', async () => {
    await fillAll();
    const id = await request(anna);
    await erasure().erase(id);
    const left = await countsOf(anna);
    const gone = [
      'access_grants',
      'acting_choices',
      'card_verifications',
      'chat_messages',
      'chat_transcripts',
      'chats',
      'claim_drafts',
      'company_involvement',
      'oidc_records',
      'popups_put_off',
      'proofs',
      'signing_transactions',
    ];
    for (const table of gone) expect(left, table).not.toHaveProperty(table);
    expect(left).toMatchObject({
      policies: 4,
      claims: 2,
      memos: 1,
      transactions: 1,
      customers: 1,
      credentials: 1,
      passkeys: 1,
    });
    expect(await database.db.select().from(submissions)).toMatchObject([{ id: 'signed-out' }]);
    // A complaint about a claim stays with it, and its case with the complaint.
    expect(await database.db.select().from(complaints)).toMatchObject([{ id: 'v1' }]);
    expect(await database.db.$count(cases, isNotNull(cases.laterKind))).toBe(1);
    // Marketing falls back to its default of no, and e-mails the customer declined stay withheld.
    expect(await database.db.select().from(communicationChoices)).toMatchObject([
      { topic: 'claims', given: false },
    ]);
    const [row] = await database.db.select().from(privacyRequests);
    expect(row).toMatchObject({ state: 'done', failedAt: null });
    expect(row?.kept.map(({ what, why }) => `${what} ${why}`)).toEqual([
      'policies contract',
      'policies limitation',
      'claims open',
      'claims limitation',
      'accounts open',
      'accounts accounting',
      'details contract',
      'signIn contract',
      'views accountability',
      'identity contract',
    ]);
    const [mail, ...more] = await database.db.select().from(mails).where(eq(mails.customerId, 'anna'));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: 'erasureDone', recipient: 'anna@example.is', sentAt: null });
    const [person] = await database.db.select().from(customers).where(eq(customers.id, 'anna'));
    expect(person).toMatchObject({
      email: 'anna@example.is',
      spouseSsn: null,
      spouseName: null,
      profilePicture: null,
    });
    // The picture itself is deleted by the garbage collection.
    const key = hash('sha256', picture);
    expect(await files.head(key)).toBeDefined();
    clock.set('2026-11-23T12:00:00Z');
    await createContents({ db: database.db, files, clock }).collectGarbage(logger);
    expect(await files.head(key)).toBeUndefined();
    // Running it again does nothing.
    await erasure().erase(id);
    expect(await database.db.$count(mails, eq(mails.customerId, 'anna'))).toBe(1);
  });

  test('DATA-3b, HOLD-14, CORE-7: a person without contracts is notified by e-mail, and afterwards cannot be contacted or sign in', async () => {
    const { db } = database;
    await db.update(customers).set({ email: 'nyr@example.is', mobilePhone: '6150002', bank: '0133' });
    await db.insert(credentials).values({ customerId: 'nyr', passwordHash: 'h', changedAt: new Date(noon) });
    await db.insert(passkeys).values({ customerId: 'nyr', id: 'theirs', ...key });
    const id = await request(nyr);
    await erasure().erase(id);
    expect(await countsOf(nyr)).toEqual({ customers: 1, mails: 1, privacy_requests: 1 });
    const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, 'nyr'));
    expect(events).toMatchObject([
      { action: 'privacy.erase', actorKind: 'system', actorId: null, object: `request ${id}` },
    ]);
    const [person] = await db.select().from(customers).where(eq(customers.id, 'nyr'));
    expect(person).toMatchObject({
      ssn: nyr.ssn,
      fullName: nyr.fullName,
      email: null,
      mobilePhone: null,
      bank: null,
      leftAt: expect.stringMatching(/^2026-11-2/),
    });
    // Nobody else has lost data.
    expect((await db.select().from(customers).where(eq(customers.id, 'anna')))[0]?.email).toBe(
      'nyr@example.is',
    );
    const found = (await db.select().from(mails).where(eq(mails.customerId, 'nyr')))[0];
    expect(found?.recipient).toBe('nyr@example.is');
    const letter = await privacyMails({ db, site: 'http://localhost/arsskyrsla' }).erasureDone({
      subject: nyr,
      about: { request: id },
      language: 'is',
    });
    expect(letter?.body).toContain('Nafn, kennitala og þessi beiðni');
    expect(letter?.body).toContain('21.\u00a0nóvember 2028');
    expect(letter?.button?.title).toBe('Svona förum við með persónuupplýsingar');
    clock.set('2028-11-22T12:00:00Z');
    await erasure().eraseLater();
    expect(await countsOf(nyr)).toEqual({});
    const erased = (await recordedEvents(database)).filter(({ data }) => data.requestId === id);
    expect(erased.map(({ type, subject }) => [type, subject])).toEqual(
      Array(2).fill(['hofn.privacy.erased', 'nyr']),
    );
    expect(erased.map(({ data }) => data.complete)).toEqual([false, true]);
  });

  test('DATA-3b: a customer who has returned keeps the data of the new contract', async () => {
    const { db } = database;
    const id = await request(nyr);
    await erasure().erase(id);
    await db.update(customers).set({ email: 'nyr@example.is' }).where(eq(customers.id, 'nyr'));
    await db.insert(credentials).values({ customerId: 'nyr', passwordHash: 'h', changedAt: new Date(noon) });
    const [model] = await db.select().from(policies).where(eq(policies.customerId, 'birgir'));
    if (!model) throw new Error('Birgir has no policy');
    await db.insert(policies).values({
      ...model,
      customerId: 'nyr',
      number: '2000002',
      validFrom: '2028-01-01',
      validTo: '2028-12-31',
    });
    await db.insert(popupsPutOff).values({ customerId: 'nyr', popup: 'card', at: noon });
    for (const day of ['2028-11-22', '2030-01-01']) {
      clock.set(`${day}T12:00:00Z`);
      await erasure().eraseLater();
    }
    const left = await countsOf(nyr);
    expect(left).toMatchObject({ credentials: 1, policies: 1, popups_put_off: 1 });
    const [back] = await db.select().from(customers).where(eq(customers.id, 'nyr'));
    expect(back).toMatchObject({ email: 'nyr@example.is', leftAt: null });
  });

  test('DATA-3a, DATA-3b: an erasure withdraws an earlier archive and restarts one in preparation', async () => {
    const { db } = database;
    const outbox = { send: async () => {} };
    const contents = createContents({ db, files, clock });
    const overview = {
      customerId: 'nyr',
      kind: 'overview',
      language: 'is',
      dueAt: '2026-12-21T12:00:00Z',
    } as const;
    const old = await contents.store(Buffer.from('PK'));
    await db.insert(privacyRequests).values([
      {
        ...overview,
        id: 'old',
        state: 'ready',
        requestedAt: '2026-10-01T12:00:00Z',
        dueAt: '2026-11-01T12:00:00Z',
        finishedAt: noon,
        expiresAt: '2026-12-21T12:00:00Z',
        file: old.key,
      },
      { ...overview, id: 'new', requestedAt: noon },
    ]);
    await db.insert(popupsPutOff).values({ customerId: 'nyr', popup: 'card', at: noon });
    const id = await request(nyr);
    const made: string[] = [];
    const prepare = createArchivePreparation({
      personalData,
      db,
      clock,
      logger,
      files,
      mails: createMails({ db, clock, outbox }),
      contents: {
        ...contents,
        storeStream: async (content, most) => {
          const stored = await contents.storeStream(content, most);
          made.push(stored.key);
          if (made.length === 1) await erasure().erase(id);
          return stored;
        },
      },
    });
    await prepare('new');
    expect(made).toHaveLength(2);
    const rows = await db.select().from(privacyRequests).where(eq(privacyRequests.kind, 'overview'));
    const [before, after] = ['old', 'new'].map((id) => rows.find((row) => row.id === id));
    expect(after).toMatchObject({ state: 'ready', file: made[1] });
    expect(before?.file).toBeNull();
    expect(overviewStatusOf(before as RequestRow, clock.now(), '/archive')).toMatchObject({
      state: 'expired',
      downloadUrl: null,
    });
  });

  test('DATA-3b: a failure to erase one person does not affect another', async () => {
    const { db } = database;
    const done = {
      kind: 'erasure',
      state: 'done',
      language: 'is',
      requestedAt: noon,
      dueAt: '2026-12-21T12:00:00Z',
      kept: [{ what: 'identity', why: 'accountability', until: '2028-11-21' }],
    } as const;
    await db.insert(privacyRequests).values([
      { ...done, kept: [...done.kept], customerId: 'birgir', id: 'e-birgir' },
      { ...done, kept: [...done.kept], customerId: 'nyr', id: 'e-nyr' },
    ]);
    await db.execute(
      sql`alter table privacy_requests add constraint stuck check (customer_id <> 'birgir' or kept::text like '%2028-11-21%')`,
    );
    clock.set('2028-11-22T12:00:00Z');
    await expect(erasure().eraseLater()).rejects.toThrow();
    expect(await countsOf(nyr)).toEqual({});
  });

  test('DATA-3b: erasure is all or nothing, and only after approval', async () => {
    await fillAll();
    const id = await request(anna, 'requested');
    const before = await countsOf(anna);
    await erasure().erase(id);
    expect(await countsOf(anna)).toEqual(before);
    await database.db.update(privacyRequests).set({ state: 'approved' });
    const outbox = {
      send: () => Promise.reject(new Error('no queue')),
    };
    const failing = createErasure({
      personalData,
      db: database.db,
      clock,
      logger,
      files,
      mails: createMails({ db: database.db, clock, outbox }),
    });
    await expect(failing.erase(id)).rejects.toThrow('no queue');
    expect(await countsOf(anna)).toEqual(before);
  });

  test('DATA-3b: staff see beforehand what would be erased, and exactly that is erased', async () => {
    await fillAll();
    const id = await request(anna);
    const day = noon.slice(0, 10);
    const plan = await planFor(database.db, anna, { requestedAt: noon }, day);
    const preview = await createErasureStore(database.db, personalData).count(anna, plan, day);
    const before = await countsOf(anna);
    await erasure().erase(id);
    const after = await countsOf(anna);
    for (const { table, rows } of preview)
      if (table in before && table !== 'mails')
        expect((before[table] ?? 0) - (after[table] ?? 0), table).toBe(rows);
    expect(preview.length).toBeGreaterThan(10);
  });
});
