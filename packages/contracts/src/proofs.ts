import { cleanProofText, longestRecipient, longestReference, proofPurposes } from '@hofn/domain/proofs.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, email, id, instant, isk } from './values.ts';

const reader = { kind: 'customer', role: 'Readonly' } as const;
// A paper that others rely on, sent in the customer's name.
const maker = { kind: 'customer', role: 'Full' } as const;

const line = (longest: number) => z.string().max(200).overwrite(cleanProofText).min(1).max(longest);

/** An e-mail with a proof: waiting for the mail server, taken by it, or refused by it for good. */
export const proofSend = z.object({
  email: z.string(),
  askedAt: instant,
  state: z.enum(['waiting', 'sent', 'refused']),
  at: instant.nullable().describe('when it was sent or refused'),
});

/** A proof of insurance that the customer has had made for somebody else. */
export const insuranceProof = z.object({
  id,
  policyId: id,
  purpose: z.enum(proofPurposes),
  recipient: z.object({ name: z.string(), email: z.string().nullable() }),
  reference: z.string().nullable().describe('number of a loan, a contract or a registration'),
  language: z.enum(['is', 'en']),
  issuedAt: instant,
  checkCode: z.string().describe('code that lets anyone check the proof: ABCD-EFGH-JKMN-PQRS'),
  checkUrl: z.string().describe('page that checks it, with the code in the URL fragment'),
  sends: z.array(proofSend).describe('e-mails to the recipient, newest first'),
});
export type InsuranceProof = z.infer<typeof insuranceProof>;

export const insuranceProofs = z.object({
  items: z.array(insuranceProof).describe('newest first, at most 50'),
});

/** What the check code reveals. */
export const proofCheck = z.object({
  state: z
    .enum(['inForce', 'notInForce', 'issued', 'erased', 'unknown'])
    .describe(
      '`issued`: a statement that we issued, which stays what it was; `erased`: we issued it, and what it said has been deleted since; `unknown`: no such code was issued',
    ),
  kind: z.enum(['insurance', 'claimsHistory']).nullable(),
  issuedOn: day.nullable(),
  insurance: z
    .object({
      number: z.string(),
      name: z.string().describe('product name in the requested language'),
      insured: z.string().nullable().describe('as the proof says'),
      holder: z.string().describe('initials of the policyholder'),
      recipient: z.string(),
      reference: z.string().nullable(),
      sumInsured: isk.nullable().describe('as the proof says'),
      lastDay: day.nullable().describe('last day of cover as it is known today; null when it has ended'),
      renews: z.boolean(),
      endedOn: day.nullable().describe('last day of cover, once it has ended'),
      neverBegan: z.boolean().describe('whether it was cancelled before its first day'),
      pausedSince: day.nullable().describe('first day without cover, while it is suspended'),
      pausesAfter: day.nullable().describe('last day of cover before a suspension that lies ahead'),
      changed: z
        .boolean()
        .describe('whether what is insured, covers or sums differ from what the proof says'),
    })
    .nullable(),
  claimsHistory: z
    .object({
      holder: z.string().describe('initials of the policyholder'),
      from: day,
      to: day,
      fingerprint: z.string().describe('short hash of what the statement states, which is printed on it'),
      policies: z.array(z.object({ number: z.string(), insured: z.string().nullable() })),
      claims: z.array(z.object({ number: z.string(), dateOfLoss: day })),
      open: z.int().describe('claims that were not settled on the day of issue'),
    })
    .nullable()
    .describe('what a claims-history statement says'),
});
export type ProofCheck = z.infer<typeof proofCheck>;

export const proofCalls = defineCalls({
  insuranceProofs: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/proofs',
    who: reader,
    rate: 'read',
    summary: 'Lists the proofs of insurance that were made of a policy for others, with what was sent.',
    query: z.object({ policy: id }),
    response: insuranceProofs,
  },
  makeInsuranceProof: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v1/proofs',
    who: maker,
    rate: 'costly',
    summary: 'Makes a proof of today that a policy is in force, for a bank, landlord or others.',
    body: z.object({
      policyId: id,
      purpose: z.enum(proofPurposes),
      recipient: line(longestRecipient),
      email: email.optional().describe('address of the recipient, to send it to'),
      reference: line(longestReference).optional(),
      language: z.enum(['is', 'en']),
    }),
    status: 201,
    response: insuranceProof,
    audit: 'proof.make',
    events: { none: 'a paper about what the customer can read already' },
  },
  insuranceProofPdf: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/proofs/{id}/pdf',
    who: reader,
    rate: 'costly',
    summary: 'Downloads a proof of insurance as PDF, in its own language.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
  sendInsuranceProof: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v1/proofs/{id}/send',
    who: maker,
    rate: 'costly',
    summary: 'E-mails a proof of insurance to its recipient; few in a day, with a fixed text.',
    params: z.object({ id }),
    body: z.object({ email }),
    status: 202,
    response: insuranceProof,
    audit: 'proof.send',
    events: { none: 'e-mails a paper that is checked with us' },
  },
  proofCheck: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/proofcheck/{code}',
    who: { kind: 'public' },
    rate: 'costly',
    summary: 'Checks a proof by its code: whether we issued it, and whether the insurance is in force today.',
    params: z.object({ code: z.string().min(1).max(64) }),
    response: proofCheck,
  },
});
