import { hash } from 'node:crypto';
import type { CoreAct, CoreActAnswer, CoreActKind } from '@hofn/contracts';
import type { RuleEdition } from '@hofn/domain/settlement-rules.ts';
import { decide, type Known } from './decide.ts';

/** Begins the keys of acts that the core was not called for: decided on its page. */
export const ownKeyPrefix = 'core:';

/** Who has decided on those, as their receipts name them. */
export const deciders = {
  page: 'The page of the core',
  switch: 'The core, which accepts what arrives',
} as const;

type Facts = Extract<CoreActAnswer, { result: 'done' }>['facts'];

/** What an act was answered, without the facts: those say what has changed, and not what was decided. */
export type ActResult =
  | Omit<Extract<CoreActAnswer, { result: 'done' }>, 'facts'>
  | Exclude<CoreActAnswer, { result: 'done' }>
  | { result: 'putBack'; edition: null; reasons: never[] };

/** The receipt of an act (rule ACT-5). */
export type Receipt = {
  key: string;
  customer: string;
  requestId: string;
  /** How often the request had been put back before. */
  round: number;
  kind: CoreActKind;
  at: string;
  input: CoreAct;
  known: Known;
  answer: ActResult;
  facts: Facts;
  hash: string;
};

/** JSON with the fields of each object in one order, whatever order they were stored in. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** SHA-256, in hex, of what was asked for, what the core knew and what it answered. */
export const hashOf = ({ input, known, answer }: { input: object; known: object; answer: object }): string =>
  hash('sha256', canonical({ input, known, answer }));

/** What an act asks for, without how far the conversation about it is: that may change before it is asked again. */
const askedFor = ({ request, decidedBy }: CoreAct) => {
  const { state: _state, settledBy: _settledBy, messages: _messages, outcome: _outcome, ...asked } = request;
  return { request: asked, decidedBy };
};

/** Whether two acts ask for the same. */
export const isSameAct = (one: CoreAct, other: CoreAct): boolean =>
  canonical(askedFor(one)) === canonical(askedFor(other));

/** What repeating a decision from its receipt has shown. */
export type Repeated = {
  /** Whether the receipt is as it was written. */
  isIntact: boolean;
  /** What the act would be decided as now; null for one that was put back, which nobody decided. */
  decision: ReturnType<typeof decide> | null;
  isSame: boolean;
};

/**
 * Repeats a decision from its receipt alone.
 * @param edition the rules that the receipt names; null when it names none
 */
export const repeatDecision = (receipt: Receipt, edition: RuleEdition | null): Repeated => {
  const { input, known, answer } = receipt;
  const isIntact = hashOf(receipt) === receipt.hash;
  if (answer.result === 'putBack') return { isIntact, decision: null, isSame: isIntact };
  const decision = decide(input, known, edition);
  const { result, reasons } = answer;
  const isSameDecision = canonical(decision) === canonical({ result, edition: answer.edition, reasons });
  return { isIntact, decision, isSame: isIntact && isSameDecision };
};
