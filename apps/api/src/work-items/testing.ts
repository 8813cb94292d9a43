import { caseEvents, cases, type Database } from '@hofn/database';
import { eq } from 'drizzle-orm';

/** Work item k1 of Anna's claim c1, newly opened. */
export const fillWorkItem = async ({ db }: Database): Promise<void> => {
  await db.delete(cases).where(eq(cases.matterId, 'c1'));
  await db.insert(cases).values({
    id: 'k1',
    kind: 'claim',
    matterId: 'c1',
    customerId: 'anna',
    language: 'is',
    openedAt: '2026-11-20T10:00:00Z',
    dueAt: '2026-11-23T10:00:00Z',
  });
  await db.insert(caseEvents).values({ caseId: 'k1', sequence: 0, kind: 'came', at: '2026-11-20T10:00:00Z' });
};
