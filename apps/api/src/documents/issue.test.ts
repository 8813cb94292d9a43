import { type Database, documents, instalments, policies } from '@hofn/database';
import { invoiceNoticeDays, issueDocumentsOf } from '@hofn/database/documents/issue.ts';
import { issueDocuments } from '@hofn/database/documents/nightly.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { addDays, renewalNoticeDays } from '@hofn/domain';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../core/import/load-demo.ts';

const today = '2026-11-21';

describeEachEngine('issuing documents', (open) => {
  let database: Database;
  let demo: Awaited<ReturnType<typeof loadDemo>>;
  beforeAll(async () => {
    database = await open();
    demo = await loadDemo(database, today);
  });
  const customerOf = (name: string) =>
    demo.find((person) => person.name.startsWith(name))?.customerId ?? 'nobody';
  const documentsOf = (customerId: string, kind?: (typeof documents.$inferSelect)['kind']) =>
    database.db
      .select()
      .from(documents)
      .where(and(eq(documents.customerId, customerId), kind && eq(documents.kind, kind)));

  test('DATA-7a: the demo data has every kind of issued document, in both languages', async () => {
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

  test('documents are issued once per policy, renewal and instalment', async () => {
    const gudrun = customerOf('Guðrún');
    const policiesOfGudrun = await database.db.select().from(policies).where(eq(policies.customerId, gudrun));
    const begun = policiesOfGudrun.filter(({ validFrom }) => validFrom <= today);
    expect(begun.length).toBeLessThan(policiesOfGudrun.length);
    const certificates = await documentsOf(gudrun, 'certificate');
    expect(certificates.map(({ policyId }) => policyId).sort()).toEqual(begun.map(({ id }) => id).sort());

    const renewing = policiesOfGudrun.filter(
      ({ renews, validTo }) => renews && validTo <= addDays(today, renewalNoticeDays),
    );
    expect(renewing.length).toBe(1);
    const [renewal, ...others] = await documentsOf(gudrun, 'renewal');
    expect(others).toEqual([]);
    expect(renewal).toMatchObject({
      policyId: renewing[0]?.id,
      periodFrom: addDays(renewing[0]?.validTo ?? today, 1),
      titleIs: 'Endurnýjun: Lögboðin ökutækjatrygging',
    });

    const allInstalments = await database.db
      .select()
      .from(instalments)
      .where(eq(instalments.customerId, gudrun));
    const invoices = await documentsOf(gudrun, 'invoice');
    expect(invoices.map(({ instalmentId }) => instalmentId).sort()).toEqual(
      allInstalments
        .filter(({ dueDate }) => addDays(dueDate, -invoiceNoticeDays) <= today)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('issuing again on the same day adds nothing; on a later day only what has become due', async () => {
    const gudrun = customerOf('Guðrún');
    const before = await documentsOf(gudrun);
    await issueDocuments(database.db, {
      today,
      onFailure: ({ error }) => {
        throw error;
      },
    });
    expect(await documentsOf(gudrun)).toEqual(before);
    const otherCustomer = await documentsOf(customerOf('Marta'));
    await issueDocumentsOf(database.db, { today: '2027-01-15', customerIds: [gudrun], periodic: true });
    const after = await documentsOf(gudrun);
    expect(after).toEqual(expect.arrayContaining(before));
    const added = after.filter(({ id }) => !before.some((row) => row.id === id));
    expect(added.map(({ titleIs }) => titleIs)).toContain('Ársyfirlit 2026');
    expect(added.every(({ issuedOn }) => issuedOn > today)).toBe(true);
    expect(await documentsOf(customerOf('Marta'))).toEqual(otherCustomer);
  });
});
