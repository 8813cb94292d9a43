import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import type { ProofCodes } from './codes.ts';
import { fileNameOf, paperOf } from './papers.ts';
import type { ProofStore } from './store.ts';

/**
 * Composes the e-mail with a proof to its recipient, and the one that tells the customer that it came back. What the customer
 * typed is in the first as the recipient's name and reference alone.
 */
export const proofMails = (parts: {
  store: ProofStore;
  codes: ProofCodes;
  clock: Clock;
  /** Address of the site with its base, for links. */
  site: string;
}): Record<'insuranceProof' | 'proofUndelivered', Compose> => {
  const { store, codes, clock, site } = parts;
  return {
    insuranceProof: async ({ subject, about }) => {
      const proof = await store.one(subject, about.proofId ?? '');
      if (proof?.facts.kind !== 'insurance') return undefined;
      // In the language of the paper, which the recipient reads.
      const { language, facts, recipientName, reference } = proof;
      const code = await codes.one(proof);
      const t = textsIn(language);
      const params = {
        holder: facts.holder.fullName,
        recipient: recipientName ?? '',
        policy: facts.policy.name,
        number: facts.policy.number,
        date: formatDate(language, dayOfInstant(proof.issuedAt)),
        code: code.checkCode,
      };
      const ours = reference === null ? '' : ` ${t('insuranceProofEmail|reference', { reference })}`;
      return {
        language,
        subject: t('insuranceProofEmail|subject', params),
        preheader: t('insuranceProofEmail|preheader'),
        body: `${t('insuranceProofEmail|body', params)}${ours}\n\n${t('insuranceProofEmail|check', params)}\n\n${t('insuranceProofEmail|why', params)}`,
        button: { title: t('insuranceProofEmail|button'), url: code.checkUrl },
        attachments: [
          {
            name: fileNameOf(proof),
            type: 'application/pdf',
            content: await writePdf(paperOf(proof, code), clock.now()),
          },
        ],
      };
    },
    proofUndelivered: async ({ subject, about, language }) => {
      const proof = await store.one(subject, about.proofId ?? '');
      if (proof?.facts.kind !== 'insurance' || proof.policyId === null) return undefined;
      const t = textsIn(language);
      const params = { recipient: proof.recipientName ?? '', policy: proof.facts.policy.name };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t('proofUndeliveredEmail|subject'),
        preheader: t('proofUndeliveredEmail|preheader', params),
        body: t('proofUndeliveredEmail|body', params),
        button: {
          title: t('proofUndeliveredEmail|button'),
          url: site + pathOf('portal.policyProof', language, { id: proof.policyId }),
        },
      };
    },
  };
};
