import type { Proposal } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import type { Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';

/** File name of the document. */
export const ipidName = ({ number }: Pick<Proposal, 'number'>, language: Language): string =>
  textsIn(language)('ipid|file', { number });

/**
 * The insurance product information document of a proposal: the questions that Regulation (EU) 2017/1469 prescribes, in
 * its order, answered from the product and the offer.
 */
export const ipidDocument = (proposal: Proposal, language: Language): Document => {
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const { covers, exclusions, deductible, terms } = proposal;
  const coverLine = ({ name, description, offered }: Proposal['covers'][number]) =>
    [
      `${name}. ${description}`,
      offered?.sumInsured != null && t('ipid|sumInsured', { amount: money(offered.sumInsured) }),
      offered?.deductible != null && t('ipid|deductible', { amount: money(offered.deductible) }),
    ]
      .filter(Boolean)
      .join(' ');
  const without = covers.filter(({ offered }) => offered === null);
  return {
    language,
    title: t('ipid|title'),
    lead: [
      `${proposal.name} · ${t('ipid|offer', { number: proposal.number })}`,
      t('pdf|asOf', { date: formatDate(language, proposal.offeredOn) }),
    ],
    blocks: [
      { kind: 'text', text: t('ipid|preamble', { terms: terms.map(({ code }) => code).join(', ') }) },
      { kind: 'heading', text: t('ipid|what') },
      {
        kind: 'text',
        text: proposal.insured === null ? proposal.name : `${proposal.name}: ${proposal.insured}`,
      },
      { kind: 'heading', text: t('ipid|insured') },
      { kind: 'list', items: covers.filter(({ offered }) => offered !== null).map(coverLine) },
      { kind: 'heading', text: t('ipid|notInsured') },
      {
        kind: 'list',
        items: [
          ...without.map(({ name }) => t('ipid|notChosen', { name })),
          ...exclusions.map(({ name, description }) => `${name}. ${description}`),
        ],
      },
      { kind: 'heading', text: t('ipid|restrictions') },
      {
        kind: 'list',
        items: [
          ...(deductible.offered === null
            ? []
            : [t('ipid|deductible', { amount: money(deductible.offered) })]),
          ...(proposal.deductibleText ? [proposal.deductibleText] : []),
        ],
      },
      { kind: 'heading', text: t('ipid|where') },
      { kind: 'text', text: t('ipid|whereText') },
      { kind: 'heading', text: t('ipid|obligations') },
      { kind: 'list', items: [t('ipid|truth'), t('ipid|payInTime'), t('ipid|report')] },
      { kind: 'heading', text: t('ipid|pay') },
      {
        kind: 'text',
        text: t('ipid|payText', {
          amount: money(proposal.premiumPerYear.offered ?? 0),
          n: proposal.instalmentsPerYear,
        }),
      },
      { kind: 'heading', text: t('ipid|period') },
      { kind: 'text', text: t('ipid|periodText', { date: formatDate(language, proposal.effectiveOn) }) },
      { kind: 'heading', text: t('ipid|cancel') },
      { kind: 'text', text: t('ipid|cancelText') },
    ],
  };
};
