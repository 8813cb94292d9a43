import { cases, changeRequests, type Database, proposals } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { eq, inArray } from 'drizzle-orm';
import { createContents } from '../platform/contents.ts';

/**
 * Request r1 of Anna's: offer o5 of a new policy, which she accepted, with its document; we have asked her something. Its
 * work item is k2. Runs after `fillOffers`.
 */
export const fillRequests = async ({ db }: Database, files: FileStore): Promise<void> => {
  const clock = systemClock;
  const { key: ipid } = await createContents({ db, files, clock }).store(Buffer.from('%PDF-1.7 ipid'));
  await db.delete(changeRequests).where(eq(changeRequests.id, 'r1'));
  await db.delete(cases).where(inArray(cases.matterId, ['r1']));
  await db
    .insert(proposals)
    .values({
      customerId: 'anna',
      id: 'o5',
      number: '9000005',
      productId: 'kasko',
      needs: [],
      covers: [{ id: 'collision', sumInsured: 5_000_000, deductible: 185_000 }],
      parts: [{ id: 'base', amount: 60_000 }],
      instalmentsPerYear: 3,
      termsCodes: ['BK10'],
      effectiveOn: '2026-12-01',
      validTo: '2026-11-30',
      tariffVersion: 'test-1',
      createdAt: '2026-11-18T12:00:00Z',
      state: 'accepted',
    })
    .onConflictDoNothing();
  const at = '2026-11-20T11:00:00Z';
  await db.insert(changeRequests).values({
    customerId: 'anna',
    id: 'r1',
    proposalId: 'o5',
    actorId: 'anna',
    after: {},
    effectiveOn: '2026-12-01',
    premium: 60_000,
    tariffVersion: 'test-1',
    language: 'is',
    proof: { language: 'is', shown: { number: '9000005' }, shownHash: 'hash', ipid },
    createdAt: '2026-11-20T10:00:00Z',
    awaitsCustomer: true,
    messages: [
      {
        fromUs: true,
        author: 'Katrín Ósk Prófdóttir',
        texts: { is: 'Hvaða bíl á að tryggja?', en: 'Which car is it?' },
        at,
      },
    ],
  });
  await db.insert(cases).values({
    id: 'k2',
    kind: 'change',
    matterId: 'r1',
    customerId: 'anna',
    language: 'is',
    openedAt: '2026-11-20T10:00:00Z',
    dueAt: '2026-11-24T10:00:00Z',
  });
};

/** A cancellation that nobody has begun to settle: by default request r2 of Anna's, whose work item is k5. */
export const fillOpenRequest = async (
  { db }: Database,
  policyId = 'p3',
  { customerId, id, caseId }: { customerId: string; id: string; caseId: string } = {
    ...{ customerId: 'anna', id: 'r2', caseId: 'k5' },
  },
): Promise<void> => {
  await db.delete(changeRequests).where(eq(changeRequests.id, id));
  await db.delete(cases).where(eq(cases.matterId, id));
  const at = '2026-11-20T12:00:00Z';
  const nothing = { act: null, cover: null, coverName: null, deductible: null, text: null };
  await db.insert(changeRequests).values({
    ...{ customerId, id, policyId, kind: 'cancel', actorId: customerId, createdAt: at },
    after: { ...nothing, lastDay: '2026-12-31', refund: 14_548, grounds: null, insurer: null },
    ...{ effectiveOn: '2027-01-01', premium: 0, tariffVersion: 'test-1', language: 'is' },
  });
  await db.insert(cases).values({
    ...{ id: caseId, kind: 'change', matterId: id, customerId, language: 'is', openedAt: at },
    dueAt: '2026-11-24T12:00:00Z',
  });
};

/** What the core has answered to an act that it refers, with the receipt that it keeps. */
export const fillReferral = async ({ db }: Database, requestId: string): Promise<void> => {
  const at = '2026-11-20T12:00:01Z';
  await db
    .update(changeRequests)
    .set({
      act: {
        ...{ key: 'act-1', state: 'referred', askedAt: at, tries: 0, isAcknowledged: true, decided: null },
        ...{ edition: '2026-2', reasons: [{ code: 'grounds', texts: null }] },
        receipt: { key: 'act-1', sha256: 'a'.repeat(64), recordedAt: at },
      },
    })
    .where(eq(changeRequests.id, requestId));
};
