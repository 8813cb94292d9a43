import type { Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import type { ProofCode } from './codes.ts';
import { insurancePaper } from './insurance-paper.ts';
import type { ProofRow } from './store.ts';

/** A proof as a document, from the facts frozen at issue. */
export const paperOf = (proof: ProofRow, code: ProofCode): Document =>
  insurancePaper(proof, proof.facts, code);

/** The name of its file. */
export const fileNameOf = ({ language, facts, issuedAt }: ProofRow): string =>
  `${textsIn(language)('proofPaper|file', { number: facts.policy.number, date: issuedAt.slice(0, 10) })}.pdf`;
