import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { claimEvents, claims } from '../schema/claims.ts';
import { customers } from '../schema/customers.ts';
import { documentWordings } from '../schema/documents.ts';
import { instalments, transactions } from '../schema/payments.ts';
import { policies, policyCovers, policyItems, premiumParts } from '../schema/policies.ts';
import { itemFactTypes, premiumPartTypes, productCovers, products, terms } from '../schema/products.ts';
import type { IssuedKind } from './titles.ts';

type Value = SQL | object;

/** A JSON object by name. */
const object = (fields: Record<string, Value>): SQL =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;
const both = (is: Value, en: Value): SQL => object({ is, en });
const list = (line: SQL, order: SQL, from: SQL): SQL =>
  sql`(select coalesce(jsonb_agg(${line} order by ${order}), '[]'::jsonb) from ${from})`;

/** Start of the SHA-256 of a JSON value; jsonb writes its keys in one order. */
export const hashOf = (value: SQL): SQL =>
  sql`substr(encode(sha256(convert_to((${value})::text, 'UTF8')), 'hex'), 1, 20)`;

const ofPolicy = (table: { customerId: object; policyId: object }): SQL =>
  sql`${table.customerId} = ${policies.customerId} and ${table.policyId} = ${policies.id}`;

/** `PolicyTerms` of the row of `policies`. */
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

/** Policies of a customer in force on a day, as `PolicyLine`s; `narrow` on the alias `held`. */
const inForce = (customerId: Value, day: Value, narrow: SQL = sql`true`): SQL => {
  const held = (column: keyof typeof policies.$inferSelect) =>
    sql`held.${sql.identifier(policies[column].name)}`;
  return list(
    object({
      id: held('id'),
      number: held('number'),
      product: held('productId'),
      group: sql`sold."group"`,
      ordinal: sql`sold.ordinal`,
      name: both(sql`sold.name_is`, sql`sold.name_en`),
      insured: both(held('insuredIs'), held('insuredEn')),
      premiumPerYear: held('premiumPerYear'),
      deductible: held('deductible'),
      sumInsured: held('sumInsured'),
      validFrom: held('validFrom'),
      validTo: held('validTo'),
      renews: held('renews'),
      cancelledOn: held('cancelledOn'),
      lapsedOn: held('lapsedOn'),
      suspendedOn: held('suspendedOn'),
    }),
    sql`sold.ordinal, ${held('number')}, ${held('id')}`,
    sql`${policies} as held join ${products} as sold on sold.id = ${held('productId')}
      where ${held('customerId')} = ${customerId} and ${held('validFrom')} <= ${day} and ${held('validTo')} >= ${day}
        and (${held('lapsedOn')} is null or ${held('lapsedOn')} > ${day}) and ${narrow}`,
  );
};

/** A period of an account as `AccountFacts`: balances run over the whole account, as the screen has them. */
const account = (customerId: Value, from: Value, to: Value, only: SQL = sql`true`): SQL => {
  const line = object({
    id: sql`entry.id`,
    date: sql`entry.booked_on`,
    type: sql`entry.type`,
    description: both(sql`entry.description_is`, sql`entry.description_en`),
    policy: sql`(select ${object({ id: sql`held.id`, number: sql`held.number`, name: both(sql`sold.name_is`, sql`sold.name_en`) })}
      from ${policies} as held join ${products} as sold on sold.id = held.product_id where held.customer_id = entry.customer_id and held.id = entry.policy_id)`,
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

/** What a decision was about; an event without amounts has those of its claim, unless a later decision has changed them. */
const decision = (): SQL => {
  const decided = sql`('approved', 'partlyApproved', 'rejected')`;
  const isLast = sql`not exists (select from ${claimEvents} as later where later.customer_id = ${claimEvents.customerId} and later.claim_id = ${claimEvents.claimId} and later.sequence > ${claimEvents.sequence} and later.status in ${decided})`;
  const amount = (own: Value, ofClaim: Value) =>
    sql`case when ${claimEvents.lossAmount} is null and ${claimEvents.compensation} is null and ${isLast} then ${ofClaim} else ${own} end`;
  return object({
    number: claims.number,
    title: both(claims.titleIs, claims.titleEn),
    dateOfLoss: claims.dateOfLoss,
    place: claims.place,
    lossAmount: amount(claimEvents.lossAmount, claims.lossAmount),
    compensation: amount(claimEvents.compensation, claims.compensation),
    status: claimEvents.status,
    note: both(claimEvents.noteIs, claimEvents.noteEn),
    name: claimEvents.name,
  });
};

/** What each kind states, of the row of its table; `from` and `to` are the period's first and last day. */
const statements: Record<IssuedKind, (period: { from: Value; to: Value }) => SQL> = {
  certificate: () => policyFacts(sql`stated.terms`),
  renewal: () => policyFacts(policyTerms),
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
        sql`(${instalments.policyId} is null or held.id = ${instalments.policyId})`,
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

/** What a document states, as `DocumentFacts`, where the statement that issues it reads its row. */
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

/** Stores the wordings of today, once for all documents that cite the same. @returns their hash */
export const freezeWordings = async (db: Db): Promise<string> => {
  const { rows } = (await db.execute(
    sql`with current as materialized (select ${wordings} as data),
      hashed as materialized (select ${hashOf(sql`current.data`)} as hash, current.data from current),
      added as (insert into ${documentWordings} (hash, data) select hash, data from hashed on conflict do nothing)
      select hash from hashed`,
  )) as unknown as { rows: Array<{ hash: string }> };
  const [row] = rows;
  if (!row) throw new Error('A question without a table has no answer');
  return row.hash;
};
