import { randomUUID } from 'node:crypto';
import type { InsuranceProof, proofCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { isProofReference, isRecipientName } from '@hofn/domain/proofs.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { hashOfCode } from '../platform/check-codes.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { isoInstant, isoInstantOrNull } from '../platform/instant.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { DailyLimit } from '../platform/shared-counter.ts';
import { policyOf } from '../policies/policies.ts';
import { createPolicyStore } from '../policies/store.ts';
import { checkOf } from './check.ts';
import type { ProofCode, ProofCodes } from './codes.ts';
import { type FoundPolicy, proofFactsOf, requireCover } from './facts.ts';
import { fileNameOf, paperOf } from './papers.ts';
import type { ProofMail, ProofRow, ProofStore } from './store.ts';

/** How many proofs one customer may have made in a day, and how many may be sent for them. */
export const dailyMost = { made: 20, sent: 5 } as const;

const sendOf = ({ recipient, createdAt, sentAt, failedAt }: ProofMail): InsuranceProof['sends'][number] => ({
  email: recipient,
  askedAt: isoInstant(createdAt),
  state: sentAt !== null ? 'sent' : failedAt !== null ? 'refused' : 'waiting',
  at: isoInstantOrNull(sentAt ?? failedAt),
});

const shownOf = (proof: ProofRow, code: ProofCode, mails: readonly ProofMail[]): InsuranceProof => ({
  id: proof.id,
  policyId: proof.policyId ?? '',
  purpose: proof.purpose ?? 'other',
  recipient: { name: proof.recipientName ?? '', email: proof.recipientEmail },
  reference: proof.reference,
  language: proof.language,
  issuedAt: isoInstant(proof.issuedAt),
  ...code,
  sends: mails.filter(({ proofId }) => proofId === proof.id).map(sendOf),
});

/** @throws Fault `validation` naming the texts that may not stand in a letter to somebody else */
const checkTexts = ({
  recipient,
  reference,
}: {
  recipient: string;
  reference?: string | undefined;
}): void => {
  const fields: FieldFault[] = [
    ...(isRecipientName(recipient) ? [] : [{ path: 'recipient', reason: 'proofRecipient' }]),
    ...(reference === undefined || isProofReference(reference)
      ? []
      : [{ path: 'reference', reason: 'proofReference' }]),
  ];
  if (fields.length > 0) throw new Fault('validation', { fields });
};

type Parts = {
  database: Database;
  clock: Clock;
  store: ProofStore;
  codes: ProofCodes;
  mails: Mails;
  idempotently: Idempotently;
  limits: { made: DailyLimit; sent: DailyLimit };
};

/** Policies as of today, and proofs of the subject. */
const createFinding = ({ database, clock, store }: Parts) => {
  const policies = createPolicyStore(database.db);
  return {
    policy: async (
      subject: Pick<Customer, 'id'>,
      language: Language,
      id: string | null,
    ): Promise<FoundPolicy | undefined> => {
      const row = id === null ? undefined : await policies.one(subject, language, id);
      return row && { row, policy: policyOf(row, language, dayOfInstant(clock.now())) };
    },
    proof: async (subject: Pick<Customer, 'id'>, id: string): Promise<ProofRow> => {
      const proof = await store.one(subject, id);
      if (proof?.facts.kind !== 'insurance') throw new Fault('notFound');
      return proof;
    },
  };
};

/**
 * @throws Fault `validation` when as many were made or sent as one day allows, for the subject or by the actor for whomever they
 * act for
 */
const countWithin = async (
  { limits }: Parts,
  what: 'made' | 'sent',
  { subject, actor }: { subject: Pick<Customer, 'id'>; actor: { id: string } },
): Promise<void> => {
  const waits = [await limits[what].count(subject.id), await limits[what].count(`by ${actor.id}`)];
  if (waits.every((wait) => wait === 0)) return;
  const [path, reason] = what === 'sent' ? ['email', 'proofSendsADay'] : ['policyId', 'proofsADay'];
  throw new Fault('validation', { fields: [{ path, reason, params: { max: dailyMost[what] } }] });
};

type Writes = 'makeInsuranceProof' | 'sendInsuranceProof';

const writeHandlers = (parts: Parts): Pick<Handlers<typeof proofCalls>, Writes> => {
  const { clock, store, codes, mails, idempotently } = parts;
  const find = createFinding(parts);
  return {
    makeInsuranceProof: async (call) => {
      const { body, context, language, request } = call;
      const { subject, actor } = context;
      const first = await idempotently.replayedAnswer<InsuranceProof>(call);
      if (first) return first;
      checkTexts(body);
      const found = await find.policy(subject, body.language, body.policyId);
      if (!found) throw new Fault('notFound');
      const { policy } = found;
      requireCover(policy, language);
      await countWithin(parts, 'made', context);
      const proof: ProofRow = {
        customerId: subject.id,
        id: randomUUID(),
        kind: 'insurance',
        policyId: policy.id,
        actorId: actor.id,
        language: body.language,
        purpose: body.purpose,
        recipientName: body.recipient,
        recipientEmail: body.email ?? null,
        reference: body.reference ?? null,
        issuedAt: clock.now().toISOString(),
        facts: proofFactsOf(found, subject),
      };
      return idempotently(call, async (tx) => {
        await store.add(tx, proof);
        const code = await codes.one(proof, tx);
        await audit(tx, request, context, 'proof.make', { object: { policy: policy.id, proof: proof.id } });
        return shownOf(proof, code, []);
      });
    },
    sendInsuranceProof: async (call) => {
      const { params, body, context, language, request } = call;
      const { subject } = context;
      const first = await idempotently.replayedAnswer<InsuranceProof>(call);
      if (first) return first;
      const proof = await find.proof(subject, params.id);
      const found = await find.policy(subject, language, proof.policyId);
      if (!found) throw new Fault('notFound');
      const { policy } = found;
      requireCover(policy, language);
      await countWithin(parts, 'sent', context);
      return idempotently(call, async (tx) => {
        const { id } = proof;
        const about = { proofId: id };
        await store.readdress(tx, subject, id, body.email);
        await mails.write(tx, context, { kind: 'insuranceProof', about, recipient: body.email, language });
        await audit(tx, request, context, 'proof.send', { object: { policy: policy.id, proof: id } });
        const sent = { ...proof, recipientEmail: body.email };
        return shownOf(sent, await codes.one(proof, tx), await store.mailsOf(subject, [id], tx));
      });
    },
  };
};

export const proofHandlers = (parts: Parts): Handlers<typeof proofCalls> => {
  const { clock, store, codes } = parts;
  const find = createFinding(parts);
  return {
    ...writeHandlers(parts),
    insuranceProofs: async ({ query, context: { subject } }) => {
      const rows = await store.ofPolicy(subject, query.policy);
      const sent = await store.mailsOf(
        subject,
        rows.map(({ id }) => id),
      );
      const codeOf = await codes.all(rows);
      return { items: rows.map((row) => shownOf(row, codeOf(row), sent)) };
    },
    insuranceProofPdf: async ({ params, context: { subject }, reply }) => {
      const proof = await find.proof(subject, params.id);
      const content = await writePdf(paperOf(proof, await codes.one(proof)), clock.now());
      sendFile(reply, 'application/pdf', fileNameOf(proof), content);
      return undefined;
    },
    proofCheck: async ({ params, language }) => {
      const code = await store.check(hashOfCode(params.code));
      const proof = code?.proof;
      const found = proof ? await find.policy({ id: proof.customerId }, language, proof.policyId) : undefined;
      return checkOf(code, found, dayOfInstant(clock.now()));
    },
  };
};
