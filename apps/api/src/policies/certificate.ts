import type { Policy } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { type CoverPhase, coverPhaseOf, isProvable } from '@hofn/domain/cover-phase.ts';
import { formatDate, formatMoney, formatPercent, type Language } from '@hofn/texts';
import { policyStatusText } from '@hofn/texts/policy-status-text.ts';
import type { Block, Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import { leadOf, type Reader } from './documents.ts';

type Facts = Extract<Block, { kind: 'facts' }>['items'];

/** Covers with their descriptions; a column of amounts only if some cover has that amount. */
const coverTable = (language: Language, covers: Policy['covers']): Block => {
  const t = textsIn(language);
  const figures = (['sumInsured', 'deductible'] as const).filter((key) =>
    covers.some((cover) => cover[key] !== null),
  );
  return {
    kind: 'table',
    columns: [
      { heading: t('policy|cover'), share: 3 },
      ...figures.map((key) => ({ heading: t(`policy|${key}`), share: 1, figures: true })),
    ],
    rows: covers.map((cover) => [
      `${cover.name}\n${cover.description}`,
      ...figures.map((key) => {
        const isk = cover[key];
        return isk === null ? '' : formatMoney(language, isk);
      }),
    ]),
  };
};

/** A sentence that refers the reader to the certificate, which is what they are reading. */
const refersToCertificate: Record<Language, RegExp> = {
  is: /skírteini/iu,
  en: /\bcertificate|\bpolicy schedule/i,
};

/** A text without the sentences that make sense only elsewhere: on the page of the policy and on the site. */
const inCertificate = (text: string, language: Language): string =>
  text
    .split(/(?<=\.)\s+(?=\p{Lu})/u)
    .filter((sentence) => !refersToCertificate[language].test(sentence))
    .join(' ');

/** What each claim costs the policyholder, as the page of the policy says it (rule LIFE-41). */
const deductibleBlocks = (
  { deductible, deductibleText }: Pick<Policy, 'deductible' | 'deductibleText'>,
  language: Language,
): Block[] => {
  const t = textsIn(language);
  const amount =
    deductible === null ? [] : [`${formatMoney(language, deductible)} ${t('policy|deductiblePerClaim')}.`];
  const more = inCertificate(deductibleText, language);
  const words = [...amount, ...(more ? [more] : [])];
  return [
    { kind: 'heading', text: t('policy|deductible') },
    { kind: 'text', text: words.length > 0 ? words.join(' ') : `${t('policy|deductibleInTerms')}.` },
  ];
};

/** Headings above what a policy covers and does not; in the past tense when it does not apply (rule LIFE-40). */
const coverHeadings = (
  policy: Policy,
  phase: Exclude<CoverPhase, 'never'>,
  language: Language,
): { covers: string; excludes: string } => {
  const t = textsIn(language);
  const [covers, excludes] = [t('policy|covers'), t('policy|notCovers')];
  switch (phase) {
    case 'applies':
      return { covers, excludes };
    case 'notYet':
      return { covers: t('policy|coversFrom', { date: formatDate(language, policy.validFrom) }), excludes };
    case 'paused':
      return { covers: t('policy|coversAgain'), excludes };
    case 'over':
      return { covers: t('policy|covered'), excludes: t('policy|notCovered') };
  }
};

const coverBlocks = (policy: Policy, phase: Exclude<CoverPhase, 'never'>, language: Language): Block[] => {
  const headings = coverHeadings(policy, phase, language);
  const included = policy.covers.filter((cover) => cover.included);
  const excluded = policy.covers.filter((cover) => !cover.included);
  const blocks: Block[] = [];
  if (included.length > 0)
    blocks.push({ kind: 'heading', text: headings.covers }, coverTable(language, included));
  if (excluded.length > 0) {
    blocks.push(
      { kind: 'heading', text: headings.excludes },
      { kind: 'list', items: excluded.map(({ name }) => name) },
    );
  }
  return blocks;
};

/** The period of a policy; of one that never began, only when it would have (rule LIFE-40). */
const periodFacts = (policy: Policy, phase: CoverPhase, language: Language): Facts => {
  const t = textsIn(language);
  const day = (date: string) => formatDate(language, date);
  const { validFrom, validTo, renewsOn } = policy;
  if (phase === 'never') return [{ name: t('policy|wouldApplyFrom'), value: day(validFrom) }];
  return [
    { name: t('policy|period'), value: t('policy|periodOf', { from: day(validFrom), to: day(validTo) }) },
    { name: t('policy|renewalDate'), value: renewsOn ? day(renewsOn) : t('policy|notRenewed') },
  ];
};

/** Holder, number, status, period, sum insured and, unless it never began, premium. */
const factsBlock = (policy: Policy, phase: CoverPhase, language: Language): Block => {
  const t = textsIn(language);
  const { holder, number, planned, status, sumInsured, premiumPerYear } = policy;
  const amount = (name: string, isk: number | null): Facts =>
    isk === null ? [] : [{ name, value: formatMoney(language, isk) }];
  return {
    kind: 'facts',
    items: [
      { name: t('policy|holder'), value: `${holder.fullName}, ${formatKennitala(holder.ssn)}` },
      { name: t('policy|number'), value: number },
      {
        name: t('pdf|status'),
        value: planned ? policyStatusText(t, policy) : t(`policyStatus|${status}`),
      },
      ...periodFacts(policy, phase, language),
      ...amount(t('policy|sumInsured'), sumInsured),
      ...amount(t('policy|annualPremium'), phase === 'never' ? null : premiumPerYear),
    ],
  };
};

const itemBlocks = ({ insuredItems }: Policy, language: Language): Block[] => {
  const t = textsIn(language);
  return [
    { kind: 'heading', text: t('policy|insuredItems') },
    ...(insuredItems.length === 0 ? [{ kind: 'text', text: t('policy|emptyItems') } as const] : []),
    ...insuredItems.flatMap(({ name, facts }): Block[] => [
      { kind: 'heading', text: name, minor: true },
      ...(facts.length > 0
        ? [{ kind: 'facts', items: facts.map(({ label, value }) => ({ name: label, value })) } as const]
        : []),
    ]),
  ];
};

/** How the premium is made up, and how many instalments it is paid in. */
const premiumBlocks = (
  { premiumParts, premiumPerYear, instalments }: Policy,
  language: Language,
): Block[] => {
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const { perYear, feePercent } = instalments;
  const fee = feePercent > 0 && t('policy|instalmentFee', { percent: formatPercent(language, feePercent) });
  return [
    { kind: 'heading', text: t('policy|premiumParts') },
    {
      kind: 'table',
      columns: [
        { heading: t('policy|premiumPart'), share: 3 },
        { heading: t('policy|amount'), share: 1, figures: true },
      ],
      rows: premiumParts.map(({ name, amount }) => [name, money(amount)]),
      foot: [t('policy|annualPremium'), money(premiumPerYear)],
    },
    {
      kind: 'text',
      quiet: true,
      text: [t('policy|instalments', { n: perYear }), fee]
        .filter((sentence) => sentence !== false)
        .map((sentence) => `${sentence}.`)
        .join(' '),
    },
  ];
};

/**
 * A policy's certificate: holder, period, insured items, covers and exclusions, premium parts, terms. Without cover it is no
 * proof of insurance, and says so; one that never began has neither covers nor premium.
 */
export const certificateDocument = (policy: Policy, reader: Reader): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const phase = coverPhaseOf(policy);
  const isProof = isProvable(phase);
  const { name, insured, terms } = policy;
  const blocks: Block[] = [
    ...(isProof ? [] : [{ kind: 'text', text: t('pdf|noProof') } as const]),
    factsBlock(policy, phase, language),
    ...itemBlocks(policy, language),
  ];
  if (phase !== 'never')
    blocks.push(
      ...deductibleBlocks(policy, language),
      ...coverBlocks(policy, phase, language),
      ...premiumBlocks(policy, language),
    );
  if (terms.length > 0) {
    blocks.push(
      { kind: 'heading', text: t('policy|terms') },
      { kind: 'list', items: terms.map(({ code, title }) => `${title} (${code})`) },
    );
  }
  return {
    language,
    title: insured === null ? name : `${name}: ${insured}`,
    lead: [isProof ? t('policy|certificate') : t('policy|title'), ...leadOf(reader)],
    blocks,
  };
};
