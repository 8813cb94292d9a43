import { dayOfInstant } from '@hofn/texts';
import type { Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import type { ProofCode } from './codes.ts';
import { historyPaper } from './history-paper.ts';
import { insurancePaper } from './insurance-paper.ts';
import type { ProofRow } from './store.ts';

/** A proof as a document, from the facts frozen at issue. */
export const paperOf = (proof: ProofRow, code: ProofCode): Document =>
  proof.facts.kind === 'insurance'
    ? insurancePaper(proof, proof.facts, code)
    : historyPaper(proof, proof.facts, code);

/** The name of its file. */
export const fileNameOf = ({ language, facts, issuedAt }: ProofRow): string => {
  const t = textsIn(language);
  const date = dayOfInstant(issuedAt);
  const name =
    facts.kind === 'insurance'
      ? t('proofPaper|file', { number: facts.policy.number, date })
      : t('historyPaper|file', { date });
  return `${name}.pdf`;
};
