import { addDays, renewalNoticeDays } from '@hofn/domain';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../open.ts';
import { documents } from '../schema/documents.ts';
import { instalments } from '../schema/payments.ts';
import { policies } from '../schema/policies.ts';
import { demoSignIns, seedDemo } from '../seed/demo.ts';
import { describeEachEngine } from '../testing.ts';
import { invoiceNoticeDays, issueDocumentsOf } from './issue.ts';
import { issueDocuments } from './nightly.ts';

const today = '2026-11-21';
const customerOf = (name: string) =>
  demoSignIns().find((person) => person.name.startsWith(name))?.customerId ?? 'nobody';

describeEachEngine('documents that are issued', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await seedDemo(database.db, { today });
  });
  const issued = (customerId: string, kind?: (typeof documents.$inferSelect)['kind']) =>
    database.db
      .select()
      .from(documents)
      .where(and(eq(documents.customerId, customerId), kind && eq(documents.kind, kind)));

  test('DATA-7a: the demo has documents of every kind that the insurer issues, in both languages', async () => {
    const rows = await database.db.select().from(documents);
    const kinds = new Set(rows.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'annualStatement',
      'certificate',
      'claimDecision',
      'invoice',
      'policyOverview',
      'renewal',
      'transactionOverview',
    ]);
    expect(rows.every(({ titleIs, titleEn }) => titleIs !== titleEn && !/null/.test(titleIs + titleEn))).toBe(
      true,
    );
    expect(rows.every(({ issuedOn }) => issuedOn <= today)).toBe(true);
    expect(rows.some(({ readAt }) => readAt === null)).toBe(true);
    expect(rows.some(({ readAt }) => readAt !== null)).toBe(true);
  });

  test('what is issued follows from policies and instalments, each once', async () => {
    const gudrun = customerOf('Guðrún');
    const held = await database.db.select().from(policies).where(eq(policies.customerId, gudrun));
    const begun = held.filter(({ validFrom }) => validFrom <= today);
    expect(begun.length).toBeLessThan(held.length);
    const certificates = await issued(gudrun, 'certificate');
    expect(certificates.map(({ policyId }) => policyId).sort()).toEqual(begun.map(({ id }) => id).sort());

    const renewing = held.filter(
      ({ renews, validTo }) => renews && validTo <= addDays(today, renewalNoticeDays),
    );
    expect(renewing.length).toBe(1);
    const [renewal, ...others] = await issued(gudrun, 'renewal');
    expect(others).toEqual([]);
    expect(renewal).toMatchObject({
      policyId: renewing[0]?.id,
      periodFrom: addDays(renewing[0]?.validTo ?? today, 1),
      titleIs: 'Endurnýjun: Lögboðin ökutækjatrygging',
    });

    const owed = await database.db.select().from(instalments).where(eq(instalments.customerId, gudrun));
    const invoices = await issued(gudrun, 'invoice');
    expect(invoices.map(({ instalmentId }) => instalmentId).sort()).toEqual(
      owed
        .filter(({ dueDate }) => addDays(dueDate, -invoiceNoticeDays) <= today)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('issued again on the same day nothing is added; on a later day only what has come', async () => {
    const gudrun = customerOf('Guðrún');
    const before = await issued(gudrun);
    await issueDocuments(database.db, { today });
    expect(await issued(gudrun)).toEqual(before);
    const stranger = await issued(customerOf('Marta'));
    await issueDocumentsOf(database.db, { today: '2027-01-15', customerIds: [gudrun] });
    const after = await issued(gudrun);
    expect(after).toEqual(expect.arrayContaining(before));
    const added = after.filter(({ id }) => !before.some((row) => row.id === id));
    expect(added.map(({ titleIs }) => titleIs)).toContain('Ársyfirlit 2026');
    expect(added.every(({ issuedOn }) => issuedOn > today)).toBe(true);
    expect(await issued(customerOf('Marta'))).toEqual(stranger);
  });
});
