import type { ClaimFacts } from '@hofn/contracts';
import {
  claimDrafts,
  claimEvents,
  claimMessages,
  claimPayments,
  claims,
  customers,
  type Database,
  type Db,
  uploads,
} from '@hofn/database';
import { type ClaimForm, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { and, asc, eq } from 'drizzle-orm';
import { createClaimWriter } from '../core/claim-writer.ts';
import { createContents } from '../platform/contents.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { fixedClock } from '../testing.ts';
import { createClaimChanges } from './changes.ts';
import { createRuleAsking } from './decisions/ask-rules.ts';

/** A complete claim on Anna's home insurance. */
export const filledForm: ClaimForm = {
  ...emptyClaimForm,
  policy: 'p2',
  dateOfLoss: '2026-11-20',
  time: '19:42',
  place: 'Ægisíða 14',
  causes: ['water'],
  description: 'Lögn undir vaski gaf sig.',
  email: 'anna@example.is',
  phone: '615 0001',
  details: { police: 'no' },
  items: [{ item: 'Parket', year: '2019', price: '240.000' }],
};

/**
 * Resets the data of Anna's claims c1 and c2 of `fillDatabase`: the timeline of c1 with a payment, a message and an unfinished
 * upload (u1), and three drafts: d1 can be filed, d3 has a file (u2). With a file store, c1 also has a checked file (u3), and
 * so has a message to us (u4).
 */
export const fillClaims = async ({ db }: Database, files?: FileStore): Promise<void> => {
  const customerId = 'anna';
  await db.delete(uploads).where(eq(uploads.ownerId, customerId));
  for (const table of [claimDrafts, claimEvents, claimMessages, claimPayments])
    await db.delete(table).where(eq(table.customerId, customerId));
  await db.insert(claimEvents).values(
    (
      [
        [null, '2026-11-10T17:00:00Z', 'customer', 'Anna Prófdóttir'],
        ['received', '2026-11-11T09:00:00Z', 'handler', 'Prófa Fulltrúadóttir'],
        ['inProgress', '2026-11-12T10:00:00Z', 'handler', 'Prófa Fulltrúadóttir'],
      ] as const
    ).map(([status, at, role, name], sequence) => ({
      customerId,
      claimId: 'c1',
      sequence,
      status,
      at,
      role,
      name,
      noteIs: status === 'received' ? 'Skoðun á þriðjudag' : null,
      noteEn: status === 'received' ? 'To be seen on Tuesday' : null,
    })),
  );
  await db.insert(claimPayments).values({
    customerId,
    claimId: 'c1',
    id: '1',
    titleIs: 'Dráttarbíll',
    titleEn: 'Towing',
    recipient: 'Prófunarfélagið ehf.',
    amount: 30_000,
    state: 'paid',
    paidOn: '2026-11-13',
  });
  await db.insert(claimMessages).values({
    customerId,
    claimId: 'c1',
    id: 'm1',
    fromInsurer: true,
    author: 'Prófa Fulltrúadóttir',
    text: 'Er bíllinn ökufær?',
    sentAt: '2026-11-12T11:00:00Z',
  });
  const draft = {
    customerId,
    line: 'home',
    form: filledForm,
    step: 4,
    language: 'is',
    createdAt: '2026-11-20T10:00:00Z',
    changedAt: '2026-11-20T10:00:00Z',
    expiresAt: '2026-12-20T10:00:00Z',
  } as const;
  await db.insert(claimDrafts).values([
    { ...draft, id: 'd1' },
    { ...draft, id: 'd2' },
    { ...draft, id: 'd3' },
  ]);
  const file = {
    ownerId: customerId,
    sender: 'Anna Prófdóttir',
    bytes: 8,
    createdAt: '2026-11-21T11:00:00Z',
  };
  await db.insert(uploads).values([
    { ...file, id: 'u1', holder: 'claim', holderId: 'c1', name: 'bill.jpg' },
    { ...file, id: 'u2', holder: 'claimDraft', holderId: 'd3', name: 'golf.png' },
  ]);
  if (!files) return;
  const { key, bytes } = await createContents({ db, files, clock: fixedClock() }).store(
    Buffer.from('0123456789'),
  );
  const checked = {
    ...file,
    name: 'Skýrsla pípara.pdf',
    bytes,
    received: bytes,
    storedBytes: bytes,
    state: 'clean',
    type: 'application/pdf',
    key,
  } as const;
  await db.insert(uploads).values([
    { ...checked, id: 'u3', holder: 'claim', holderId: 'c1' },
    { ...checked, id: 'u4', holder: 'memo', holderId: 'm1' },
  ]);
};

/** What the core system says of a claim after one more event. */
export type ClaimChange = Partial<ClaimFacts> & {
  status: ClaimFacts['status'];
  by: { role: ClaimFacts['events'][number]['role']; name: string };
};

/** Changes a claim on file as its core system does: the same claim, with one more event. */
export const changeClaim = (
  parts: { db: Db; clock: Clock; mails: Mails },
  customerId: string,
  claimId: string,
  { by, ...change }: ClaimChange,
): Promise<void> =>
  parts.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ claim: claims, ssn: customers.ssn })
      .from(claims)
      .innerJoin(customers, eq(customers.id, claims.customerId))
      .where(and(eq(claims.customerId, customerId), eq(claims.id, claimId)));
    if (!row) throw new Error(`${customerId} has no claim ${claimId}.`);
    const { claim, ssn } = row;
    const events = await tx
      .select()
      .from(claimEvents)
      .where(and(eq(claimEvents.customerId, customerId), eq(claimEvents.claimId, claimId)))
      .orderBy(asc(claimEvents.sequence));
    const at = parts.clock.now().toISOString();
    const facts: ClaimFacts = {
      customer: ssn,
      claim: null,
      number: claim.number,
      policy: null,
      title: { is: claim.titleIs, en: claim.titleEn },
      dateOfLoss: claim.dateOfLoss,
      place: claim.place,
      line: claim.line,
      reportedAt: claim.reportedAt,
      lossAmount: claim.lossAmount,
      compensation: claim.compensation,
      unverified: claim.unverified,
      handler: claim.handlerName === null ? null : { name: claim.handlerName, phone: claim.handlerPhone },
      needs: [],
      needsBy: null,
      nextBy: null,
      payments: [],
      ...change,
      events: [],
    };
    facts.events = [
      ...events.map(({ customerId: _, claimId: __, noteIs, noteEn, ...event }) => ({
        ...event,
        note: noteIs !== null && noteEn !== null ? { is: noteIs, en: noteEn } : null,
      })),
      {
        sequence: (events.at(-1)?.sequence ?? -1) + 1,
        status: change.status,
        at,
        ...by,
        note: null,
        lossAmount: facts.lossAmount,
        compensation: facts.compensation,
      },
    ];
    const fact = { key: claimId, version: 1, facts, id: claimId, isNew: false };
    const found = { customerId, policyId: claim.policyId };
    await createClaimWriter(createClaimChanges(parts), createRuleAsking(parts)).write(
      tx,
      [{ ...fact, found }],
      at,
    );
  });
