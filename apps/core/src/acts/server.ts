import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import type { ClaimActs } from '../claim-acts/claim-acts.ts';
import type { Acts } from './acts.ts';
import { isClaimKind, Refused, readAct, readClaimAct } from './calls.ts';
import { ownKeyPrefix } from './receipt.ts';
import { addSigned, inTime, signedBodyOf } from './signed.ts';

/** A request with everything that a customer has written about it. */
const bodyBytes = 1024 * 1024;
/** The caller waits no longer (rule ACT-1). What is done after that is answered when it asks again. */
const answerMs = 3_000;
const longestKey = 100;

/** @throws Refused */
const keyOf = ({ headers }: FastifyRequest): string => {
  const key = String(headers['webhook-id']);
  if (key.length > longestKey || key.startsWith(ownKeyPrefix) || !/^[\x21-\x7e]+$/.test(key))
    throw new Refused({
      'webhook-id': [`Up to ${longestKey} printable characters that do not begin with ${ownKeyPrefix}`],
    });
  return key;
};

type OfAct = { Params: { kind: string }; Body: unknown };

/** Who answers: for acts about policies, and for those with claims. */
export type Ports = { acts: Acts; claimActs: ClaimActs };

/** What calls ask for, which has been read when these return, and what does it. They throw Refused. */
const readersOf = ({ acts, claimActs }: Ports) => ({
  previewOf: ({ params: { kind }, body }: FastifyRequest<OfAct>) => {
    if (isClaimKind(kind)) {
      const input = readClaimAct(kind, body);
      return { work: () => claimActs.preview(input), about: { claim: input.claim.number } };
    }
    const act = readAct(kind, body);
    return { work: () => acts.preview(act), about: { request: act.request.id } };
  },
  actOf: (request: FastifyRequest<OfAct>) => {
    const { params, body } = request;
    if (isClaimKind(params.kind)) {
      const input = readClaimAct(params.kind, body);
      const key = keyOf(request);
      return { work: () => claimActs.perform(key, input), about: { claim: input.claim.number } };
    }
    const act = readAct(params.kind, body);
    const key = keyOf(request);
    return { work: () => acts.perform(key, act), about: { request: act.request.id } };
  },
});

/**
 * Adds the calls of the synchronous port (rule ACT-1): signed by the front, as its webhooks are.
 * @param secrets of which one has to have signed a call; without any, calls are answered 503
 */
export const addActs = (server: FastifyInstance, ports: Ports, secrets: readonly string[]): void => {
  const registers = [server.metrics];
  const counted = new Counter({
    name: 'insurance_acts_total',
    help: 'Acts and previews that were answered, by kind and result.',
    labelNames: ['call', 'kind', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'insurance_act_duration_seconds',
    help: 'Time to answer an act or a preview.',
    labelNames: ['call', 'kind'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
    registers,
  });

  const answer = async (
    request: FastifyRequest<OfAct>,
    call: 'act' | 'preview',
    worksOf: () => { work: () => Promise<{ result: string }>; about: object },
  ) => {
    signedBodyOf(request);
    const begun = performance.now();
    const { kind } = request.params;
    const { work, about } = worksOf();
    const said = await inTime(work(), answerMs);
    const ms = Math.round(performance.now() - begun);
    counted.inc({ call, kind, result: said.result });
    durations.observe({ call, kind }, ms / 1000);
    request.log.info({ call, kind, result: said.result, ...about, ms }, 'act answered');
    return said;
  };

  const { previewOf, actOf } = readersOf(ports);

  addSigned(server, secrets, (scope) => {
    const options = { bodyLimit: bodyBytes, config: { lane: 'acts' } };
    scope.post<OfAct>('/acts/:kind/preview', options, (request) =>
      answer(request, 'preview', () => previewOf(request)),
    );
    scope.post<OfAct>('/acts/:kind', options, (request) => answer(request, 'act', () => actOf(request)));
  });
};
