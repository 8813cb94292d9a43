import { cases, claimNotices, type Database, documents, memos, payments, submissions } from '@hofn/database';
import { inArray } from 'drizzle-orm';
import { filledForm } from '../../claims/testing.ts';
import { noon } from '../../testing.ts';

/** Notice n1 and form f1 of visitors; message m1 and payment y1 of Anna's; form and message wait for an answer. For tests only. */
export const fillSent = async ({ db }: Database): Promise<void> => {
  await db
    .insert(claimNotices)
    .values({
      id: 'n1',
      number: 'T-2026-900001',
      line: 'home',
      form: filledForm,
      name: 'Ókunnur Prófsson',
      ssn: '0101851429',
      policyNumber: '',
      language: 'is',
      receivedAt: noon,
    })
    .onConflictDoNothing();
  await db
    .insert(submissions)
    .values({
      id: 'f1',
      reference: 'F-2026-900001',
      kind: 'inquiry',
      language: 'is',
      fields: { message: 'Hvað kostar?' },
      email: 'spyr@example.is',
      state: 'received',
      receivedAt: noon,
      forgetAt: '2027-11-21T12:00:00Z',
    })
    .onConflictDoNothing();
  const title = 'Nýtt heimilisfang';
  await db
    .insert(documents)
    .values({
      ...{ customerId: 'anna', id: 'm1', kind: 'memo', titleIs: title, titleEn: title },
      issuedOn: '2026-11-20',
    })
    .onConflictDoNothing();
  await db
    .insert(memos)
    .values({ customerId: 'anna', id: 'm1', actorId: 'anna', text: 'Ég er flutt.', writtenAt: noon })
    .onConflictDoNothing();
  await db
    .insert(payments)
    .values({
      ...{ customerId: 'anna', id: 'y1', actorId: 'anna', state: 'paid', amount: 5000 },
      ...{ cardToken: 't', card: 'Visa •••• 4821', language: 'is', reference: 'r', createdAt: noon },
      settledAt: noon,
    })
    .onConflictDoNothing();
  await db.delete(cases).where(inArray(cases.id, ['k8', 'k9']));
  const opened = { language: 'is', openedAt: noon, dueAt: '2026-11-25T12:00:00Z' } as const;
  await db.insert(cases).values([
    { id: 'k8', kind: 'inquiry', matterId: 'f1', ...opened },
    { id: 'k9', kind: 'memo', matterId: 'm1', customerId: 'anna', ...opened },
  ]);
};
