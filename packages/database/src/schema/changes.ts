import type { CompanyFigures } from '@hofn/domain/company-figures.ts';
import type { PolicyRequestKind } from '@hofn/domain/policy-requests.ts';
import type { RefusalGround } from '@hofn/domain/requests.ts';
import type { Part } from '@hofn/insurance/rating.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { proposalWords } from '../search-words.ts';
import { instant } from './columns.ts';
import { contents } from './contents.ts';
import { customers, language } from './customers.ts';
import { type ItemFacts, policies } from './policies.ts';
import { products } from './products.ts';
import { tariffs } from './tariffs.ts';

export const proposalState = pgEnum('proposal_state', ['pending', 'accepted', 'declined']);
export const changeState = pgEnum('change_state', ['pending', 'confirmed', 'refused', 'retracted']);

/** A cover of a proposal, with its sums. */
export type OfferedCover = { id: string; sumInsured: number | null; deductible: number | null };

/** What a purchase insures, as the core issues it. */
export type OfferedItem = {
  id: string;
  kind: 'vehicle' | 'property' | 'contents' | 'person';
  name: { is: string; en: string };
  facts: ItemFacts;
};

/** Evidence of what a customer accepted, verifiable by its hashes. */
export type Proof = {
  language: 'is' | 'en';
  /** The proposal as shown, and the SHA-256 of its JSON. */
  shown: unknown;
  shownHash: string;
  /** Key of the product information document in the file store: its SHA-256. */
  ipid: string;
};

/** A text written in both languages, of which the customer reads one. */
export type WrittenText = { is: string; en: string };

/**
 * Who settled a request: an employee, by name as of then, another system, or our rules. Those are stored as a system with an
 * edition, because the release before this one knows no third kind.
 */
export type SettledBy =
  | { kind: 'staff'; id: string; name: string }
  | { kind: 'core'; source: string; edition?: string };

/** What an act of the core has done to money, in whole ISK, none negative. */
export type ActEffect = {
  /** Of the policy per year. */
  premiumBefore: number;
  premiumAfter: number;
  /** Charged at once, taken off what is owed, and paid back on the day `refundOn`. */
  charged: number;
  credited: number;
  refunded: number;
  refundOn: string | null;
  /** Coming instalments whose amount has changed. */
  instalments: Array<{ dueDate: string; before: number; after: number }>;
};

/** How a request ended, recorded once. */
export type RequestOutcome = {
  result: 'accepted' | 'refused';
  by: SettledBy;
  /** Why it was refused; for an acceptance an optional note. */
  texts: WrittenText | null;
  /** The legal ground on which staff refuse an offer that was accepted. */
  ground?: RefusalGround;
  /** First day and yearly premium in ISK of what was accepted; null for a refusal, or where the core has not said. */
  effectiveOn: string | null;
  premium: number | null;
  /** Of earlier releases: the policy's yearly premium when a change for a later day was agreed. */
  premiumBefore?: number;
  /** Of earlier releases: what is no longer charged of an ended policy's period, by the decided day. */
  refund?: number;
  /** Of earlier releases: what of the refund was paid already and has to be paid back by hand. */
  payBack?: number;
  /** What the core has charged, credited and paid back. */
  effect?: ActEffect;
  /** The policy that was changed or issued; without an id when another system has not written it here. */
  policy: { id: string | null; number: string } | null;
};

/** One act that the core has been asked for about a request, in one call (rules ACT-1 and ACT-2). */
export type AskedAct = {
  /** The key that the core knows the act by; the same at every attempt. */
  key: string;
  /** `asked` until there is an answer. */
  state: 'asked' | 'done' | 'referred' | 'declined';
  askedAt: string;
  /** How often there was no answer. */
  tries: number;
  /** The edition of the core's rules that decided, and why; empty until then. */
  edition: string | null;
  reasons: Array<{ code: string; texts: WrittenText | null }>;
  /** Whether the customer was sent an e-mail that we have received it, because it was not done at once. */
  isAcknowledged: boolean;
  /** Who has accepted the request, an employee or rules and systems of earlier releases, with what was decided; null: the core decides. */
  decided: {
    by: SettledBy;
    effectiveOn: string | null;
    premium: number | null;
    texts: WrittenText | null;
  } | null;
  /** Why the core's last answer was not stored, for programs and staff; absent while there was none, or it was stored. */
  unusable?: string[];
  /** The receipt that the core keeps (rule ACT-5); absent without an answer, and of a core without receipts. */
  receipt?: { key: string; sha256: string; recordedAt: string };
};

/** What the core has been asked to do about a request. */
export type RequestAct = AskedAct & {
  /** The acts before this one, oldest first: those that the core left to people, who have decided since. */
  earlier?: AskedAct[];
};

/** Why what an earlier release accepted was not carried out: an error code, since when, and the day the case was reopened. */
export type ApplyProblem = { reason: string; since: string; reportedOn: string | null };

/** A question about a request, or the customer's answer, whose own text is the same in both languages. */
export type RequestMessage = { fromUs: boolean; author: string; texts: WrittenText; at: string };

/** The rating figures of a company's policy, as last reported by the company. */
export const policyFigures = pgTable(
  'policy_figures',
  {
    customerId: text('customer_id').notNull(),
    policyId: text('policy_id').notNull(),
    figures: jsonb().$type<CompanyFigures[keyof CompanyFigures]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.policyId] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);

/** Offers of a new policy or of a replacement for an existing one. A pending offer expires after `valid_to`. */
export const proposals = pgTable(
  'proposals',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    /** The number shown to the customer. */
    number: text().notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** The policy it would replace; null for a new one. */
    policyId: text('policy_id'),
    insuredIs: text('insured_is'),
    insuredEn: text('insured_en'),
    /** Needs stated by the customer, in order. */
    needs: jsonb().$type<{ is: string; en: string }[]>().notNull(),
    covers: jsonb().$type<OfferedCover[]>().notNull(),
    /** What a purchase insures; empty where the insurer has made the offer, or replaces a policy. */
    items: jsonb().$type<OfferedItem[]>().notNull().default([]),
    /** Parts of the yearly premium, by code of `premium_part_types`. */
    parts: jsonb().$type<Part[]>().notNull(),
    instalmentsPerYear: integer('instalments_per_year').notNull(),
    deductible: integer(),
    sumInsured: bigint('sum_insured', { mode: 'number' }),
    termsCodes: text('terms_codes').array().notNull(),
    /** First day of cover. */
    effectiveOn: date('effective_on').notNull(),
    /** Last day to accept. */
    validTo: date('valid_to').notNull(),
    tariffVersion: text('tariff_version')
      .notNull()
      .references(() => tariffs.version),
    createdAt: instant('created_at').notNull(),
    state: proposalState().notNull().default('pending'),
    answeredAt: instant('answered_at'),
    /** Who answered: the customer, or someone acting for them. */
    answeredBy: text('answered_by'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
    index('proposals_by_words').using('gin', proposalWords),
  ],
);

/**
 * Requests of customers that need a decision: a change of a company's figures, an accepted proposal, or another cover,
 * suspension, cancellation of or withdrawal from a policy. A policy has at most one request that is pending or waits for its
 * day. Old and new values are
 * stored side by side for the handler. `state` has an outcome unless it is `pending`, or `retracted` by the customer; a
 * pending request waits for the customer while `awaits_customer` is true.
 */
export const changeRequests = pgTable(
  'change_requests',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    /** The policy to change; null when an accepted proposal is for a new one. */
    policyId: text('policy_id'),
    proposalId: text('proposal_id'),
    /** Of a request about a policy or other days to pay; null for figures and offers, which the other columns tell apart. */
    kind: text().$type<PolicyRequestKind | 'plan'>(),
    /** Who requested it: the customer, or someone acting for them. */
    actorId: text('actor_id').notNull(),
    /** Figures by name, null if there were none before; of a request about a policy what is asked for, in `after`. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    effectiveOn: date('effective_on').notNull(),
    /** ISK per year: estimated at the time of the request with that tariff edition; for a proposal, its premium. */
    premium: integer().notNull(),
    tariffVersion: text('tariff_version')
      .notNull()
      .references(() => tariffs.version),
    language: language().notNull(),
    proof: jsonb().$type<Proof>(),
    /** The content named in the evidence, as a foreign key so that it cannot be deleted. */
    ipid: text()
      .generatedAlwaysAs(sql`proof ->> 'ipid'`)
      .references(() => contents.key),
    state: changeState().notNull().default('pending'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    outcome: jsonb().$type<RequestOutcome>(),
    /** Whether we have asked for more information, which has not arrived. */
    awaitsCustomer: boolean('awaits_customer').notNull().default(false),
    /** Questions and answers, oldest first. */
    messages: jsonb().$type<RequestMessage[]>().notNull().default([]),
    /** Of earlier releases: the day of a change that was accepted and is not on its policy yet; null otherwise. */
    applyOn: date('apply_on'),
    /** Why the core has not carried that out; null while it may. */
    applyProblem: jsonb('apply_problem').$type<ApplyProblem>(),
    /** What the core has been asked; null before staff have decided, and where the core reads requests itself. */
    act: jsonb().$type<RequestAct>(),
    /** When the core is asked again; null while nothing is unanswered. */
    askAgainAt: instant('ask_again_at'),
    /**
     * Whether the policy has no other request that is open or waits for its day. False for the rows of earlier releases, which
     * let a second one in while an accepted one waited.
     */
    oneAtATime: boolean('one_at_a_time').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.customerId, table.proposalId],
      foreignColumns: [proposals.customerId, proposals.id],
    }).onDelete('cascade'),
    uniqueIndex('change_requests_pending').on(table.customerId, table.policyId).where(sql`state = 'pending'`),
    // A change that waits for its day was agreed on the policy as it is now.
    uniqueIndex('change_requests_one_at_a_time')
      .on(table.customerId, table.policyId)
      .where(sql`one_at_a_time and (state = 'pending' or apply_on is not null)`),
    // A proposal can be accepted only once.
    uniqueIndex('change_requests_proposal').on(table.customerId, table.proposalId),
    index('change_requests_open').on(table.state, table.createdAt),
    // Other systems name a request by its id alone.
    uniqueIndex('change_requests_by_id').on(table.id),
    index('change_requests_to_apply').on(table.applyOn).where(sql`apply_on is not null`),
    index('change_requests_to_ask_again').on(table.askAgainAt).where(sql`ask_again_at is not null`),
    index('change_requests_by_content').on(table.ipid).where(sql`ipid is not null`),
  ],
);
