import type { ClaimCoverDecided, PreviewedLetter } from '@hofn/contracts';
import { decisionTitles } from '@hofn/database/documents/titles.ts';
import type { Language } from '@hofn/texts';
import { decisionPaper } from '../../documents/papers.ts';
import { pick } from '../../platform/language.ts';
import type { Block, Document } from '../../platform/pdf/document.ts';
import type { DecidedClaim } from './store.ts';

const shownBlock = (block: Block): PreviewedLetter['blocks'][number] => {
  if (block.kind === 'heading' || block.kind === 'text') return { kind: block.kind, text: block.text };
  if (block.kind === 'list') return { kind: 'list', items: [...block.items] };
  if (block.kind === 'facts') return { kind: 'facts', items: [...block.items] };
  return {
    kind: 'table',
    columns: block.columns.map(({ heading, figures = false }) => ({ heading, figures })),
    rows: block.rows.map((row) => [...row]),
  };
};

const shownOf = ({ title, lead, blocks }: Document): PreviewedLetter => ({
  title,
  lead: [...lead],
  blocks: blocks.map(shownBlock),
});

/** A decision that has not been made yet. */
type Draft = {
  covers: readonly ClaimCoverDecided[];
  payable: number;
  status: 'approved' | 'partlyApproved' | 'rejected';
  reasons: { is: string; en: string };
  by: string;
};

/** The letter of a decision as the customer would get it: the same document, before anything is decided (rule DESK-8). */
export const decisionLetter = (
  { claim, customer }: Pick<DecidedClaim, 'claim' | 'customer'>,
  { covers, payable, status, reasons, by }: Draft,
  { language, today }: { language: Language; today: string },
): PreviewedLetter => {
  const title = pick(language, claim.titleIs, claim.titleEn);
  const decision = {
    ...{ number: claim.number, title, dateOfLoss: claim.dateOfLoss, place: claim.place, status },
    lossAmount: covers.reduce((sum, { loss }) => sum + loss, 0),
    ...{ compensation: payable, note: reasons[language], name: by },
    covers: covers.map((cover) => ({ ...cover, title: cover.title[language] })),
  };
  const heading = `${decisionTitles.compensation[language]}: ${title}`;
  return shownOf(decisionPaper(decision, heading, { subject: customer, language, today }));
};
