import type { SigningTerms } from '@hofn/database';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney } from '@hofn/texts';
import type { Block, Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import type { Reader } from '../policies/documents.ts';
import type { SigningDocument } from './store.ts';

const termsOf = (terms: SigningTerms, { claim, policy, title }: SigningDocument, { language }: Reader) => {
  const t = textsIn(language);
  const day = (date: string) => formatDate(language, date);
  switch (terms.kind) {
    case 'powerOfAttorney':
      return {
        text: t('signingPaper|powerOfAttorney'),
        facts: [
          { name: t('signingPaper|insurer'), value: terms.insurer },
          { name: t('signingPaper|validTo'), value: day(terms.validTo) },
        ],
      };
    case 'settlement':
      return {
        text: t('signingPaper|settlement'),
        facts: [
          { name: t('pdf|claimNumber'), value: claim?.number ?? '' },
          { name: t('paper|compensation'), value: formatMoney(language, terms.amount) },
          { name: t('signingPaper|paidTo'), value: terms.account },
        ],
      };
    case 'agreement':
      throw new Error(`The core system sent ${title} as PDFs.`);
    case 'directDebit':
      return {
        text: t('signingPaper|directDebit'),
        facts: [
          { name: t('signingPaper|account'), value: terms.account },
          ...(policy ? [{ name: t('policy|number'), value: policy.number }] : []),
        ],
      };
  }
};

/** A document to sign: the agreement, its signer and the last day. */
export const paperToSign = (row: SigningDocument, reader: Reader): Document => {
  const { subject, language } = reader;
  const t = textsIn(language);
  const { text, facts } = termsOf(row.terms, row, reader);
  const blocks: Block[] = [
    { kind: 'text', text },
    { kind: 'facts', items: facts },
    { kind: 'heading', text: t('signingPaper|signature') },
    {
      kind: 'facts',
      items: [
        { name: t('signingPaper|party'), value: subject.fullName },
        { name: t('signingPaper|kennitala'), value: formatKennitala(subject.ssn) },
        { name: t('signingPaper|signBy'), value: formatDate(language, row.signBy) },
      ],
    },
    { kind: 'text', quiet: true, text: t('signingPaper|how') },
  ];
  return {
    language,
    title: row.title,
    lead: [t('paper|issued', { date: formatDate(language, row.issuedOn) })],
    blocks,
  };
};
