import { addDays, isCurrent } from '@hofn/domain';
import { and, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { issueDocumentsOf } from '../documents/issue.ts';
import type { Db } from '../open.ts';
import { accessGrants } from '../schema/access.ts';
import { cases } from '../schema/cases.ts';
import { changeRequests, policyFigures, proposals } from '../schema/changes.ts';
import { claimDrafts, claimEvents, claimMessages, claimPayments, claims } from '../schema/claims.ts';
import { companyInvolvement, customers } from '../schema/customers.ts';
import { documents } from '../schema/documents.ts';
import { cardVerifications, popupsPutOff } from '../schema/payment-details.ts';
import { instalments, transactions } from '../schema/payments.ts';
import { policies, policyCovers, policyItems, premiumParts } from '../schema/policies.ts';
import { privacyRequests } from '../schema/privacy.ts';
import { documentsToSign } from '../schema/signing.ts';
import { uploads } from '../schema/uploads.ts';
import { seedCases } from './cases.ts';
import { addClaim, draftOf } from './claims.ts';
import { noonOf, opaqueId } from './ids-and-instants.ts';
import { ledgerOf, type Sharer } from './ledger.ts';
import { addOffer } from './offer.ts';
import { addPolicy, type Both, noRows, type Rows } from './policy.ts';
import { seedReference } from './reference.ts';
import { addToSign, toSignId } from './signing.ts';
import { adalheidur, katla, sigurbjorg } from './stories/edges.ts';
import { birta, gudrun, jon, marta, tomas } from './stories/family.ts';
import { aron, einar, isver, sigridur, vesturvangur } from './stories/holdings.ts';
import { baldur, hjordis } from './stories/privacy.ts';
import type { Story } from './story.ts';

/** A demo customer that can sign in. */
export type DemoSignIn = {
  customerId: string;
  ssn: string;
  name: string;
  kind: 'person' | 'company';
  story: Both;
};

const storyBuilders = [
  gudrun,
  jon,
  tomas,
  aron,
  sigurbjorg,
  katla,
  sigridur,
  einar,
  isver,
  vesturvangur,
  birta,
  adalheidur,
  marta,
  hjordis,
  baldur,
];

const idOf = (ssn: string): string => opaqueId('demo', ssn);

const signInOf = ({ customer, story }: Story): DemoSignIn => ({
  customerId: idOf(customer.ssn),
  ssn: customer.ssn,
  name: customer.fullName,
  kind: customer.kind,
  story,
});

/** The demo customers, independent of any database and day. */
export const demoSignIns = (): DemoSignIn[] => storyBuilders.map((build) => signInOf(build('2026-01-01')));

/** The persons among them, with the phone number on file. */
export const demoPeople = (): Array<{ ssn: string; name: string; mobilePhone: string | null }> =>
  storyBuilders
    .map((build) => build('2026-01-01').customer)
    .filter(({ kind }) => kind === 'person')
    .map(({ ssn, fullName, mobilePhone }) => ({ ssn, name: fullName, mobilePhone: mobilePhone ?? null }));

/** Demo documents that are already signed. */
export const demoSignatures = (): Array<{ customerId: string; documentId: string }> =>
  storyBuilders.flatMap((build) => {
    const { customer, toSign = [] } = build('2026-01-01');
    const customerId = idOf(customer.ssn);
    return toSign
      .filter(({ signed }) => signed)
      .map((draft) => ({ customerId, documentId: toSignId(customerId, draft) }));
  });

/** Privacy requests of demo customers: when, and whether granted. */
export const demoPrivacy = (): Array<{
  customerId: string;
  kind: 'overview' | 'erasure';
  daysAgo: number;
  granted: boolean;
}> => {
  const customerOf = (build: (today: string) => Story) => ({
    customerId: idOf(build('2026-01-01').customer.ssn),
  });
  return [
    { ...customerOf(hjordis), kind: 'overview', daysAgo: 2, granted: true },
    { ...customerOf(hjordis), kind: 'erasure', daysAgo: 1, granted: false },
    { ...customerOf(baldur), kind: 'erasure', daysAgo: 12, granted: true },
  ];
};

const noEnd = { cancelledOn: null, lapsedOn: null, suspendedOn: null };

/** The demo customers present in a database. */
export const demoSignInsOf = async (db: Db): Promise<DemoSignIn[]> => {
  const all = demoSignIns();
  const ids = all.map(({ customerId }) => customerId);
  const rows = await db.select({ id: customers.id }).from(customers).where(inArray(customers.id, ids));
  const existingIds = new Set(rows.map(({ id }) => id));
  return all.filter(({ customerId }) => existingIds.has(customerId));
};

/** All demo rows for a given day. */
export const demoRows = (today: string): Rows => {
  const rows = noRows();
  for (const build of storyBuilders) {
    const {
      customer,
      policies: seededPolicies,
      instalments: instalmentsFrom,
      claims: filed,
      offers,
      toSign,
      companies,
      access,
    } = build(today);
    const customerId = idOf(customer.ssn);
    rows.customers.push({ ...customer, id: customerId });
    let premium = 0;
    const sharers: Sharer[] = [];
    for (const policy of seededPolicies) {
      const days = { ...noEnd, renews: true, ...policy };
      const id = opaqueId('policy', policy.number);
      const amount = addPolicy(rows, customerId, { ...policy, id });
      if (!isCurrent(days, today)) continue;
      premium += amount;
      sharers.push({ id, premium: amount, validFrom: policy.validFrom });
    }
    const owed = instalmentsFrom(premium, sharers).map((instalment) => ({
      ...instalment,
      customerId,
      id: opaqueId('instalment', customer.ssn, instalment.dueDate),
    }));
    rows.instalments.push(...owed);
    rows.transactions.push(...ledgerOf(customerId, today, owed, sharers));
    const holder = { id: customerId, ssn: customer.ssn, name: customer.fullName };
    for (const offer of offers ?? []) addOffer(rows, customerId, today, offer);
    for (const claim of filed) addClaim(rows, holder, today, claim);
    for (const document of toSign ?? []) addToSign(rows, customerId, today, document);
    if (build === katla) rows.claimDrafts.push(draftOf(customerId, today));
    for (const { ssn, ...involvement } of companies ?? []) {
      rows.companyInvolvement.push({ ...involvement, customerId, companyId: idOf(ssn) });
    }
    for (const { ssn, ...grant } of access ?? []) {
      const id = opaqueId('access', customer.ssn, ssn);
      const grantedBy = { givenAt: noonOf(grant.validFrom), givenBy: customerId };
      rows.accessGrants.push({ ...grant, ...grantedBy, id, customerId, holderId: idOf(ssn) });
    }
  }
  return rows;
};

/** Whether the database has no customers: only then does a start seed it. */
export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.select({ id: customers.id }).from(customers).limit(1)).length === 0;

// Undoes changes made by customers: fields not in the story become empty again.
const emptyCustomer = Object.fromEntries(
  Object.entries(getTableColumns(customers))
    .filter(([, column]) => !column.notNull)
    .map(([name]) => [name, null]),
);

const batch = 500;
/** Documents older than this count as read. */
const readAfterDays = 100;

const inBatches = async <Row>(rows: Row[], write: (rows: Row[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += batch) await write(rows.slice(from, from + batch));
};

/**
 * Seeds the reference data and the demo customers with days relative to `today`. Running it again restores the demo on
 * the new day and touches no other customer.
 * @param options.today `YYYY-MM-DD`
 * @returns the demo customers that can sign in
 */
export const seedDemo = async (db: Db, options: { today: string }): Promise<DemoSignIn[]> => {
  const rows = demoRows(options.today);
  const ids = rows.customers.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await seedReference(tx);
    for (const table of [
      cases,
      changeRequests,
      proposals,
      documentsToSign,
      documents,
      claimDrafts,
      claims,
      transactions,
      instalments,
      policies,
      companyInvolvement,
      accessGrants,
      cardVerifications,
      popupsPutOff,
      privacyRequests,
    ]) {
      await tx.delete(table).where(inArray(table.customerId, ids));
    }
    await tx.delete(uploads).where(inArray(uploads.ownerId, ids));
    for (const customer of rows.customers) {
      // The row itself stays: credentials and grants that reference it are not part of the demo data.
      await tx
        .insert(customers)
        .values(customer)
        .onConflictDoUpdate({ target: customers.id, set: { ...emptyCustomer, ...customer } });
    }
    await inBatches(rows.companyInvolvement, (part) => tx.insert(companyInvolvement).values(part));
    await inBatches(rows.accessGrants, (part) => tx.insert(accessGrants).values(part));
    await inBatches(rows.policies, (part) => tx.insert(policies).values(part));
    await inBatches(rows.policyItems, (part) => tx.insert(policyItems).values(part));
    await inBatches(rows.policyCovers, (part) => tx.insert(policyCovers).values(part));
    await inBatches(rows.premiumParts, (part) => tx.insert(premiumParts).values(part));
    await inBatches(rows.policyFigures, (part) => tx.insert(policyFigures).values(part));
    await inBatches(rows.proposals, (part) => tx.insert(proposals).values(part));
    await inBatches(rows.instalments, (part) => tx.insert(instalments).values(part));
    await inBatches(rows.transactions, (part) => tx.insert(transactions).values(part));
    await inBatches(rows.claims, (part) => tx.insert(claims).values(part));
    await inBatches(rows.claimEvents, (part) => tx.insert(claimEvents).values(part));
    await inBatches(rows.claimPayments, (part) => tx.insert(claimPayments).values(part));
    await inBatches(rows.claimMessages, (part) => tx.insert(claimMessages).values(part));
    await inBatches(rows.claimDrafts, (part) => tx.insert(claimDrafts).values(part));
    await inBatches(rows.documentsToSign, (part) => tx.insert(documentsToSign).values(part));
    await seedCases(tx, options.today, rows.claims);
    await issueDocumentsOf(tx, { today: options.today, customerIds: ids, periodic: true });
    await tx
      .update(documents)
      .set({ readAt: sql`${documents.issuedOn} + interval '60 hours'` })
      .where(
        and(
          inArray(documents.customerId, ids),
          lt(documents.issuedOn, addDays(options.today, -readAfterDays)),
        ),
      );
  });
  return demoSignIns();
};
