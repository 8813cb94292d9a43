import {
  actKindOf,
  type CoreAct,
  type CoreClaimAct,
  coreAct,
  coreClaimAct,
  coreClaimActKind,
} from '@hofn/contracts';
import type { ZodError } from 'zod';

export type Errors = Record<string, string[]>;

/** Thrown for a call that is wrong: `errors` names the fields. */
export class Refused extends Error {
  readonly statusCode = 400;
  readonly errors: Errors;
  constructor(errors: Errors) {
    super(Object.keys(errors).join(', '));
    this.errors = errors;
  }
}

/** The refusal of a body that breaks its schema, by field. */
export const refusedBy = ({ issues }: ZodError): Refused => {
  const byField = Map.groupBy(issues, ({ path }) => path.join('.') || 'body');
  const errors = [...byField].map(([field, found]) => [field, found.map(({ message }) => message)]);
  return new Refused(Object.fromEntries(errors));
};

/** What each kind of request consists of. */
const partsOf = { offer: 'offer', figures: 'figures' } as const;

/** An act about a policy. @throws Refused */
export const readAct = (kind: string, body: unknown): CoreAct => {
  const { success, data, error } = coreAct.safeParse(body);
  if (!success) throw refusedBy(error);
  const { request } = data;
  if (actKindOf(request) !== kind)
    throw new Refused({ kind: [`The request is one of kind ${actKindOf(request)}.`] });
  const part = request.kind === 'offer' || request.kind === 'figures' ? partsOf[request.kind] : 'change';
  if (request[part] === null)
    throw new Refused({ [`request.${part}`]: [`A request of kind ${request.kind} has this.`] });
  if (request.kind === 'plan' && !request.change?.plan)
    throw new Refused({ 'request.change.plan': ['A request of kind plan has this.'] });
  return data;
};

/** Whether a call is about a claim. */
export const isClaimKind = (kind: string): boolean => coreClaimActKind.safeParse(kind).success;

/** An act with a claim. @throws Refused */
export const readClaimAct = (kind: string, body: unknown): CoreClaimAct => {
  const { success, data, error } = coreClaimAct.safeParse(body);
  if (!success) throw refusedBy(error);
  if (data.act.kind !== kind) throw new Refused({ kind: [`The act is one of kind ${data.act.kind}.`] });
  return data;
};
