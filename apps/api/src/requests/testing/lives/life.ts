import type { RequestKind } from '@hofn/contracts';
import type { Requests } from '../started-requests.ts';

/** Kennitala of each customer. */
export const owners = { anna: '1402851489', felag: '5001141499' } as const;
export type Owner = keyof typeof owners;

/** What the facts of a policy have to say after everything that was accepted and supplied so far. */
export type Promised = {
  owner: Owner;
  premium: number;
  covers: ReadonlySet<string>;
  deductible: number | null;
  suspendedOn: string | null;
  figures: unknown;
  /** The last day of cover, once the policy ends at somebody's request. */
  lastDay: string | null;
};

/** What was agreed in an acceptance, and the policy as it was then. */
export type Accepted = {
  effectiveOn: string;
  premium: number;
  premiumBefore: number;
  validToBefore: string;
};

/** What a customer asked for, and how far it has come. `over`: refused, taken back, or closed by staff with a note. */
export type Act = {
  id: string;
  owner: Owner;
  kind: RequestKind;
  /** The policy to change or replace; null for an offer of a new one. */
  policyId: string | null;
  effectiveOn: string;
  premium: number;
  /** Details of a request about a policy, new figures, or the offer. */
  asked: Record<string, unknown>;
  state: 'open' | 'waiting' | 'applied' | 'over';
  accepted?: Accepted;
};

/** A life of two policies: what was done to them, and what has been promised. */
export type Life = {
  on: Requests;
  /** `rule`: what the rules allow at once, and staff the rest. */
  settledBy: 'staff' | 'core' | 'rule';
  today: string;
  /** The newest version of each of the core system's policies, and its id here, by its key. */
  versions: Map<string, number>;
  keys: Map<string, string>;
  /** By id, in the order in which the policies came. */
  promised: Map<string, Promised>;
  acts: Act[];
  /** How many offers and policies have been numbered. */
  numbers: number;
};
