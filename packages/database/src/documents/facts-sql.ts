import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { claimEvents, claimPayments, claims } from '../schema/claims.ts';
import { customers } from '../schema/customers.ts';
import { documentWordings } from '../schema/documents.ts';
import { instalments, transactions } from '../schema/payments.ts';
import { policies, policyCovers, policyItems, premiumParts } from '../schema/policies.ts';
import { itemFactTypes, premiumPartTypes, productCovers, products, terms } from '../schema/products.ts';
import type { IssuedKind } from './titles.ts';

type Value = SQL | object;

/** Builds a JSON object from named SQL values. */
const object = (fields: Record<string, Value>): SQL =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;
const both = (is: Value, en: Value): SQL => object({ is, en });
const list = (line: SQL, order: SQL, from: SQL): SQL =>
  sql`(select coalesce(jsonb_agg(${line} order by ${order}), '[]'::jsonb) from ${from})`;

/** Prefix of the SHA-256 of a JSON value; jsonb orders keys, so equal values have equal hashes. */
export const hashOf = (value: SQL): SQL =>
  sql`substr(encode(sha256(convert_to((${value})::text, 'UTF8')), 'hex'), 1, 20)`;

const ofPolicy = (table: { customerId: object; policyId: object }): SQL =>
  sql`${table.customerId} = ${policies.customerId} and ${table.policyId} = ${policies.id}`;

/** `PolicyTerms` of the current row of `policies`. */
export const policyTerms: SQL = object({
  number: policies.number,
  product: policies.productId,
  insured: both(policies.insuredIs, policies.insuredEn),
  premiumPerYear: policies.premiumPerYear,
  deductible: policies.deductible,
  sumInsured: policies.sumInsured,
  validFrom: policies.validFrom,
  validTo: policies.validTo,
  renews: policies.renews,
  instalmentsPerYear: policies.instalmentsPerYear,
  instalmentFeePercent: policies.instalmentFeePercent,
  termsCodes: sql`to_jsonb(${policies.termsCodes})`,
  items: list(
    object({
      id: policyItems.id,
      kind: policyItems.kind,
      name: both(policyItems.nameIs, policyItems.nameEn),
      facts: policyItems.facts,
    }),
    sql`${policyItems.id} collate "C"`,
    sql`${policyItems} where ${ofPolicy(policyItems)}`,
  ),
  covers: list(
    object({
      id: policyCovers.id,
      sumInsured: policyCovers.sumInsured,
      deductible: policyCovers.deductible,
    }),
    sql`${policyCovers.id} collate "C"`,
    sql`${policyCovers} where ${ofPolicy(policyCovers)}`,
  ),
  parts: list(
    object({ id: premiumParts.id, amount: premiumParts.amount }),
    sql`${premiumParts.id} collate "C"`,
    sql`${premiumParts} where ${ofPolicy(premiumParts)}`,
  ),
});

/** A customer's policies in force on a day, as `PolicyLine`s; `narrow` is a condition on the alias `policy_row`. */
const inForce = (customerId: Value, day: Value, narrow: SQL = sql`true`): SQL => {
  const policyColumn = (column: keyof typeof policies.$inferSelect) =>
    sql`policy_row.${sql.identifier(policies[column].name)}`;
  return list(
    object({
      id: policyColumn('id'),
      number: policyColumn('number'),
      product: policyColumn('productId'),
      group: sql`product_row."group"`,
      ordinal: sql`product_row.ordinal`,
      name: both(sql`product_row.name_is`, sql`product_row.name_en`),
      insured: both(policyColumn('insuredIs'), policyColumn('insuredEn')),
      premiumPerYear: policyColumn('premiumPerYear'),
      deductible: policyColumn('deductible'),
      sumInsured: policyColumn('sumInsured'),
      validFrom: policyColumn('validFrom'),
      validTo: policyColumn('validTo'),
      renews: policyColumn('renews'),
      cancelledOn: policyColumn('cancelledOn'),
      lapsedOn: policyColumn('lapsedOn'),
      suspendedOn: policyColumn('suspendedOn'),
    }),
    sql`product_row.ordinal, ${policyColumn('number')}, ${policyColumn('id')}`,
    sql`${policies} as policy_row join ${products} as product_row on product_row.id = ${policyColumn('productId')}
      where ${policyColumn('customerId')} = ${customerId} and ${policyColumn('validFrom')} <= ${day} and ${policyColumn('validTo')} >= ${day}
        and (${policyColumn('lapsedOn')} is null or ${policyColumn('lapsedOn')} > ${day}) and ${narrow}`,
  );
};

/** A period of an account as `AccountFacts`. Balances run over the whole account, as on the screen. */
const account = (customerId: Value, from: Value, to: Value, only: SQL = sql`true`): SQL => {
  const line = object({
    id: sql`entry.id`,
    date: sql`entry.booked_on`,
    type: sql`entry.type`,
    description: both(sql`entry.description_is`, sql`entry.description_en`),
    policy: sql`(select ${object({ id: sql`policy_row.id`, number: sql`policy_row.number`, name: both(sql`product_row.name_is`, sql`product_row.name_en`) })}
      from ${policies} as policy_row join ${products} as product_row on product_row.id = policy_row.product_id where policy_row.customer_id = entry.customer_id and policy_row.id = entry.policy_id)`,
    amount: sql`entry.amount`,
    balance: sql`entry.balance`,
  });
  const sum = (where: SQL) => sql`coalesce(sum(amount) filter (where ${where}), 0)`;
  return sql`(select ${object({
    sums: object({
      count: sql`count(*) filter (where inside)`,
      charges: sum(sql`inside and amount > 0`),
      payments: sum(sql`inside and amount < 0`),
      openingBalance: sum(sql`booked_on < ${from}`),
      closingBalance: sum(sql`booked_on <= ${to}`),
    }),
    items: sql`coalesce(jsonb_agg(${line} order by booked_on, sequence) filter (where inside and ${only}), '[]'::jsonb)`,
  })} from (select booked.*, sum(amount) over (order by sequence) as balance, booked_on between ${from} and ${to} as inside
    from ${transactions} as booked where booked.customer_id = ${customerId}) as entry)`;
};

/** What an annual statement states about an account, without names. */
export const statedSums = (customerId: Value, from: Value, to: Value): SQL =>
  sql`(select ${object({
    opening: sql`coalesce(sum(amount) filter (where booked_on < ${from}), 0)`,
    charges: sql`coalesce(sum(amount) filter (where booked_on >= ${from} and amount > 0), 0)`,
    payments: sql`coalesce(sum(amount) filter (where booked_on >= ${from} and amount < 0), 0)`,
    premiums: sql`coalesce(jsonb_agg(jsonb_build_array(policy_id, amount) order by sequence) filter (where booked_on >= ${from} and type = 'premium'), '[]'::jsonb)`,
  })} from ${transactions} where ${transactions.customerId} = ${customerId} and booked_on <= ${to})`;

/**
 * Whether an event of a claim is a decision. That a claim which was over is to be paid again, because a payment came back, decides
 * nothing anew (rule DESK-9).
 * @param event the table `claim_events`, or its name in the query
 */
export const isDecision = (event: Value = sql`${claimEvents}`): SQL => {
  const before = sql`(select earlier.status from ${claimEvents} as earlier where earlier.customer_id = ${event}.customer_id and earlier.claim_id = ${event}.claim_id and earlier.sequence < ${event}.sequence order by earlier.sequence desc limit 1)`;
  return sql`(${event}.status in ('approved', 'partlyApproved', 'rejected') and not coalesce(${event}.role = 'system' and ${before} in ('settled', 'closed'), false))`;
};

// An event without amounts takes those of the claim, unless a later decision changed them.
const isLast = sql`not exists (select from ${claimEvents} as later where later.customer_id = ${claimEvents.customerId} and later.claim_id = ${claimEvents.claimId} and later.sequence > ${claimEvents.sequence} and ${isDecision(sql`later`)})`;
const decidedAmount = (own: Value, ofClaim: Value): SQL =>
  sql`case when ${claimEvents.lossAmount} is null and ${claimEvents.compensation} is null and ${isLast} then ${ofClaim} else ${own} end`;

/** Whether a decision accepts the claim without saying how much is paid: it decides no compensation yet. */
export const hasNoAmount: SQL = sql`(${claimEvents.status} <> 'rejected' and ${decidedAmount(claimEvents.compensation, claims.compensation)} is null)`;

/** The deductible of the claim's policy on the date of loss (rule INS-8). */
const deductibleOnLoss = sql`(select case when earlier is null then ${policies.deductible} else (earlier ->> 'deductible')::bigint end
  from ${policies} left join lateral (select one as earlier from jsonb_array_elements(${policies.earlierCover}) as one
    where ${claims.dateOfLoss}::text between one ->> 'from' and one ->> 'to' limit 1) as past on true
  where ${policies.customerId} = ${claims.customerId} and ${policies.id} = ${claims.policyId})`;

/** Whether a payment of a claim was made or is still to be: not one that failed or came back. */
export const isStanding: SQL = sql`(${claimPayments.state} in ('paid', 'approved') and coalesce(${claimPayments.step} = 'ordered', true))`;

/** Facts of a claim decision. */
const decision = (): SQL =>
  object({
    number: claims.number,
    title: both(claims.titleIs, claims.titleEn),
    dateOfLoss: claims.dateOfLoss,
    place: claims.place,
    lossAmount: decidedAmount(claimEvents.lossAmount, claims.lossAmount),
    compensation: decidedAmount(claimEvents.compensation, claims.compensation),
    status: claimEvents.status,
    note: both(claimEvents.noteIs, claimEvents.noteEn),
    name: claimEvents.name,
    deductible: deductibleOnLoss,
    // Of the decision that stands alone: an earlier one had others.
    covers: sql`case when ${isLast} then ${claims.covers} end`,
    approvedBy: sql`case when ${isLast} then ${claims.decision} ->> 'approvedBy' end`,
    payments: list(
      object({
        title: both(claimPayments.titleIs, claimPayments.titleEn),
        amount: claimPayments.amount,
        paidOn: claimPayments.paidOn,
        account: claimPayments.account,
      }),
      sql`${claimPayments.id}`,
      sql`${claimPayments} where ${claimPayments.customerId} = ${claims.customerId} and ${claimPayments.claimId} = ${claims.id} and ${isStanding} and ${isLast}`,
    ),
  });

/**
 * Facts of each kind, from the row that `issueKind` selects; `from` and `to` are the first and last day of the period.
 */
const statements: Record<IssuedKind, (period: { from: Value; to: Value }) => SQL> = {
  certificate: () => policyFacts(sql`stated.terms`),
  renewal: () => sql`(${policyFacts(policyTerms)} || ${object({ nextPeriod: policies.nextPeriod })})`,
  invoice: () =>
    object({
      sequence: instalments.sequence,
      sequenceOf: instalments.sequenceOf,
      dueDate: instalments.dueDate,
      finalDueDate: instalments.finalDueDate,
      amount: instalments.amount,
      method: instalments.method,
      policyId: instalments.policyId,
      policies: inForce(
        instalments.customerId,
        instalments.dueDate,
        sql`(${instalments.policyId} is null or policy_row.id = ${instalments.policyId})`,
      ),
    }),
  claimDecision: decision,
  transactionOverview: ({ from, to }) => account(sql`ended.customer_id`, from, to),
  policyOverview: ({ from }) => object({ policies: inForce(sql`holding.customer_id`, from) }),
  annualStatement: ({ from, to }) => account(sql`ended.customer_id`, from, to, sql`entry.type = 'premium'`),
};

const policyFacts = (terms: SQL): SQL =>
  object({
    id: policies.id,
    policy: terms,
    days: object({
      cancelledOn: policies.cancelledOn,
      lapsedOn: policies.lapsedOn,
      suspendedOn: policies.suspendedOn,
    }),
  });

/** SQL for the `DocumentFacts` of a document, for use inside the statement that issues it. */
export const factsOf = (kind: IssuedKind, customerId: Value, period: { from: Value; to: Value }): SQL => {
  const holder = sql`(select ${object({ fullName: customers.fullName, ssn: customers.ssn })} from ${customers} where ${customers.id} = ${customerId})`;
  return sql`jsonb_build_object('kind', ${kind}::text, 'holder', ${holder}) || ${statements[kind](period)}`;
};

const wordings: SQL = object({
  products: sql`(select coalesce(jsonb_object_agg(${products.id}, ${object({
    group: products.group,
    ordinal: products.ordinal,
    name: both(products.nameIs, products.nameEn),
    benefits: sql`to_jsonb(${products.benefits})`,
    deductible: both(products.deductibleIs, products.deductibleEn),
    covers: list(
      object({
        id: productCovers.id,
        kind: productCovers.kind,
        optional: productCovers.optional,
        name: both(productCovers.nameIs, productCovers.nameEn),
        description: both(productCovers.descriptionIs, productCovers.descriptionEn),
      }),
      sql`${productCovers.kind}, ${productCovers.ordinal}`,
      sql`${productCovers} where ${productCovers.productId} = ${products.id}`,
    ),
  })}), '{}'::jsonb) from ${products})`,
  terms: sql`(select coalesce(jsonb_object_agg(${terms.code}, ${object({
    codeEn: terms.codeEn,
    title: both(terms.titleIs, terms.titleEn),
  })}), '{}'::jsonb) from ${terms})`,
  premiumParts: list(
    object({
      code: premiumPartTypes.code,
      kind: premiumPartTypes.kind,
      name: both(premiumPartTypes.nameIs, premiumPartTypes.nameEn),
    }),
    sql`${premiumPartTypes.ordinal}, ${premiumPartTypes.code} collate "C"`,
    sql`${premiumPartTypes}`,
  ),
  itemFacts: list(
    object({
      key: itemFactTypes.key,
      format: itemFactTypes.format,
      label: both(itemFactTypes.labelIs, itemFactTypes.labelEn),
    }),
    sql`${itemFactTypes.ordinal}, ${itemFactTypes.key} collate "C"`,
    sql`${itemFactTypes}`,
  ),
});

/** Stores the current wordings, once for all documents that cite them. @returns their hash */
export const freezeWordings = async (db: Db): Promise<string> => {
  const { rows } = (await db.execute(
    sql`with current as materialized (select ${wordings} as data),
      hashed as materialized (select ${hashOf(sql`current.data`)} as hash, current.data from current),
      added as (insert into ${documentWordings} (hash, data) select hash, data from hashed on conflict do nothing)
      select hash from hashed`,
  )) as unknown as { rows: Array<{ hash: string }> };
  const [row] = rows;
  if (!row) throw new Error('Storing the wordings returned no hash');
  return row.hash;
};
