import { randomUUID } from 'node:crypto';
import type { ClaimsHistory, claimsHistoryCalls } from '@hofn/contracts';
import type { ClaimsHistoryFacts } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { isoInstant } from '../platform/instant.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import type { Handlers } from '../platform/registrar.ts';
import { hiddenClaimsOf } from '../platform/sensitive-claims.ts';
import type { DailyLimit } from '../platform/shared-counter.ts';
import type { ProofCode, ProofCodes } from './codes.ts';
import { claimsIn, type History, isOpenClaim } from './history-facts.ts';
import { fileNameOf, paperOf } from './papers.ts';
import type { ProofRow, ProofStore } from './store.ts';

type Statement = ProofRow & { facts: ClaimsHistoryFacts };

const isStatement = (row: ProofRow | undefined): row is Statement => row?.facts.kind === 'claimsHistory';

const shownOf = ({ id, language, issuedAt, facts }: Statement, code: ProofCode): ClaimsHistory => {
  const claims = claimsIn(facts);
  return {
    ...{ id, language, issuedAt: isoInstant(issuedAt) },
    ...{ from: facts.from, to: facts.to, policies: facts.policies.length },
    ...{ claims: claims.length, open: claims.filter(isOpenClaim).length },
    ...code,
  };
};

export const historyHandlers = (parts: {
  clock: Clock;
  store: ProofStore;
  history: History;
  codes: ProofCodes;
  idempotently: Idempotently;
  made: DailyLimit;
  /** For the refusal: how many a day allows. */
  most: number;
}): Handlers<typeof claimsHistoryCalls> => {
  const { clock, store, history, codes, idempotently, made, most } = parts;
  /** Whether the reader may see all claims of a statement; an employee may not be allowed to see those about injuries. */
  const isReadable = (subject: Customer, { facts }: Statement): boolean => {
    const hidden = new Set(hiddenClaimsOf(subject));
    return !claimsIn(facts).some(({ id }) => hidden.has(id));
  };
  return {
    claimsHistories: async ({ context: { subject } }) => {
      const rows = (await store.statements(subject))
        .filter(isStatement)
        .filter((row) => isReadable(subject, row));
      const codeOf = await codes.all(rows);
      const items = rows.map((row) => shownOf(row, codeOf(row)));
      const hasMotorInsurance = await history.hasPolicies(subject, dayOfInstant(clock.now()));
      return { items, hasMotorInsurance };
    },
    makeClaimsHistory: async (call) => {
      const { body, context, request } = call;
      const { subject, actor } = context;
      const first = await idempotently.replayedAnswer<ClaimsHistory>(call);
      if (first) return first;
      const now = clock.now();
      const { language } = body;
      const facts = await history.read(subject, { language, today: dayOfInstant(now) });
      const refuse = (reason: string, params = {}) =>
        new Fault('validation', { fields: [{ path: 'language', reason, params }] });
      if (!facts) throw refuse('noMotorInsurance');
      if ((await made.count(subject.id)) > 0) throw refuse('proofsADay', { max: most });
      const proof: Statement = {
        ...{ customerId: subject.id, id: randomUUID(), kind: 'claimsHistory', policyId: null },
        ...{ actorId: actor.id, language, purpose: null, recipientName: null, recipientEmail: null },
        ...{ reference: null, issuedAt: now.toISOString(), facts },
      };
      return idempotently(call, async (tx) => {
        await store.add(tx, proof);
        const code = await codes.one(proof, tx);
        await audit(tx, request, context, 'claim.makeHistory', { object: { proof: proof.id } });
        return shownOf(proof, code);
      });
    },
    claimsHistoryPdf: async ({ params, context: { subject }, reply }) => {
      const proof = await store.one(subject, params.id);
      if (!isStatement(proof) || !isReadable(subject, proof)) throw new Fault('notFound');
      const content = await writePdf(paperOf(proof, await codes.one(proof)), clock.now());
      sendFile(reply, 'application/pdf', fileNameOf(proof), content);
      return undefined;
    },
  };
};
