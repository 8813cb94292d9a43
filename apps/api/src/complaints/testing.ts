import { caseEvents, cases, complaints, type Database } from '@hofn/database';
import { eq } from 'drizzle-orm';

/** Anna's open complaint about nothing in particular, with its case k20. */
export const fillComplaint = async ({ db }: Database): Promise<void> => {
  await db.delete(cases).where(eq(cases.id, 'k20'));
  await db.delete(complaints);
  const received = '2026-11-20T10:00:00Z';
  await db.insert(complaints).values({
    ...{ customerId: 'anna', id: 'kv1', reference: 'K-2026-100000', actorId: 'anna' },
    ...{ about: 'other', aboutId: null, text: 'Enginn svaraði í síma.', wishes: '', language: 'is' },
    ...{ receivedAt: received, dueOn: '2026-12-11' },
  });
  await db.insert(cases).values({
    ...{ id: 'k20', kind: 'claim', matterId: 'complaint kv1', laterKind: 'complaint', customerId: 'anna' },
    ...{ language: 'is', openedAt: received, dueAt: '2026-12-11T10:00:00Z' },
  });
  await db.insert(caseEvents).values({ caseId: 'k20', sequence: 0, kind: 'came', at: received });
};
