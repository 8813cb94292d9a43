import { randomUUID } from 'node:crypto';
import type { CoreActPreview, PolicyRequest } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Acts } from './acts.ts';
import { unsent } from './core-request.ts';
import { expectNoOther } from './one-at-a-time.ts';
import {
  type AssessedRequest,
  assessRequest,
  findRequestable,
  type RequestablePolicy,
} from './policy-requests.ts';
import type { NewRequest } from './store.ts';

/** A validated request about a policy, with the values to store. */
export type Assessment = {
  found: RequestablePolicy;
  assessed: AssessedRequest;
  stored: Pick<NewRequest, 'kind' | 'before' | 'after' | 'effectiveOn' | 'premium'>;
};

/** Validates requests about policies and gets the core's preview of them. */
export const createAssessing = ({ clock, acts }: { clock: Clock; acts: Acts }) => {
  /** @throws Fault `notFound`, `changeAlreadyPending`, `changeWaiting`, and those of `assessRequest` */
  const assess = async (
    db: Db,
    subject: Customer,
    language: Language,
    body: PolicyRequest,
  ): Promise<Assessment> => {
    const found = await findRequestable(db, subject, body.policyId);
    if (!found) throw new Fault('notFound');
    // A withdrawal ends what is open or waits.
    if (body.kind !== 'withdraw') await expectNoOther(db, subject, body.policyId, language);
    const today = dayOfInstant(clock.now());
    const assessed = await assessRequest(db, found, body, { today, language });
    const { details, effectiveOn, premium } = assessed;
    const before = { premiumPerYear: found.policy.premiumPerYear, deductible: found.policy.deductible };
    return {
      found,
      assessed,
      stored: { kind: body.kind, before, after: { ...details }, effectiveOn, premium },
    };
  };

  /** The row to store for an assessment. */
  const requestOf = (
    { assessed, stored }: Assessment,
    { policyId, actorId, language, at }: { policyId: string; actorId: string; language: Language; at: Date },
  ): NewRequest => ({
    ...{ id: randomUUID(), policyId, proposalId: null, actorId, ...stored },
    ...{ tariffVersion: assessed.edition.version, language, proof: null, createdAt: at.toISOString() },
  });

  /** The core's preview; undefined if the core does not handle this kind or does not answer. */
  const previewByCore = async (
    { subject, actor }: RequestContext,
    assessment: Assessment,
    { body: { policyId, kind }, language }: { body: PolicyRequest; language: Language },
  ): Promise<CoreActPreview | undefined> => {
    if (!acts.isAsked(kind)) return undefined;
    const at = clock.now();
    const request = requestOf(assessment, { policyId, actorId: actor.id, language, at });
    const policyNumber = assessment.found.policy.number;
    return acts.preview(unsent({ ssn: subject.ssn, policyNumber, proposal: null, request }));
  };

  return { assess, requestOf, previewByCore };
};
export type Assessing = ReturnType<typeof createAssessing>;
