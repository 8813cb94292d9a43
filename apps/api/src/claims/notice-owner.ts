import type { CaseMatter } from '@hofn/contracts';
import { claims, customers, type Db, policies, policyItems } from '@hofn/database';
import { agreementKinds, agreementsOf } from '@hofn/domain/claim-match.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { NoticeRow } from './notice-store.ts';

type ClaimMatter = Extract<CaseMatter, { kind: 'claim' }>;
type CustomerRow = typeof customers.$inferSelect;

/** The customer whose kennitala a visitor gave, and what else of the notice agrees with what is on file about them. */
export type NoticeOwner = { customer: CustomerRow; agreements: ReturnType<typeof agreementsOf> };

/** The customer with the notice's kennitala, compared with the notice; undefined when nobody has it. */
export const findNoticeOwner = async (db: Db, notice: NoticeRow): Promise<NoticeOwner | undefined> => {
  const [customer] = await db.select().from(customers).where(eq(customers.ssn, notice.ssn));
  if (!customer) return undefined;
  const plates = await db
    .select({ plate: sql<string>`${policyItems.facts} ->> 'plate'` })
    .from(policyItems)
    .innerJoin(
      policies,
      and(eq(policies.customerId, policyItems.customerId), eq(policies.id, policyItems.policyId)),
    )
    .where(and(eq(policyItems.customerId, customer.id), sql`${policyItems.facts} ? 'plate'`));
  const { phone, details } = notice.form;
  const agreements = agreementsOf(
    { name: notice.name, phone: phone ?? null, plate: details?.licensePlate ?? null },
    {
      name: customer.fullName,
      phones: [customer.mobilePhone, customer.homePhone],
      plates: plates.map(({ plate }) => plate),
    },
  );
  return { customer, agreements };
};

/**
 * What staff read about the owner of a notice's kennitala, until the claim is known to be theirs: null when it is, or when
 * nobody has the kennitala.
 */
export const ownerOf = async (db: Db, notice: NoticeRow | undefined): Promise<ClaimMatter['owner']> => {
  const owner = notice && (await findNoticeOwner(db, notice));
  if (!notice || !owner) return null;
  const { customer, agreements } = owner;
  const [linked] = await db
    .select({ unverified: claims.unverified })
    .from(claims)
    .where(and(eq(claims.customerId, customer.id), eq(claims.id, notice.id)));
  if (linked && !linked.unverified) return null;
  return {
    customerId: customer.id,
    name: customer.fullName,
    agrees: agreements,
    differs: agreementKinds.filter((kind) => !agreements.includes(kind)),
    linked: linked !== undefined,
    refusedBy: notice.linkRefusedBy,
  };
};
