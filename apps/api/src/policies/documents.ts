import type { Policy, PolicyGroup, PolicyOverview, PolicySummary } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { coverPhaseOf, isOver, isProvable } from '@hofn/domain/cover-phase.ts';
import { formatDate, formatMoney, formatPercent, type Language } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { policyStatusText } from '@hofn/texts/policy-status-text.ts';
import type { Customer } from '../platform/authorization.ts';
import type { Block, Column, Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import { partedOf } from './policies.ts';

/** Whose document it is, in which language, as of which day. */
export type Reader = { subject: Customer; language: Language; today: string };

const groupName = {
  vehicles: 'overview|groupVehicles',
  home: 'overview|groupHome',
  persons: 'overview|groupPersons',
  travel: 'overview|groupTravel',
  business: 'overview|groupBusiness',
} as const satisfies Record<PolicyGroup, string>;

const lead = ({ subject, language, today }: Reader): string[] => [
  `${subject.fullName} · ${formatKennitala(subject.ssn)}`,
  textsIn(language)('pdf|asOf', { date: formatDate(language, today) }),
];

/** Policies as a table: name, number, status, period and premium, which nobody pays of one that is over (rule LIFE-40). */
const policyTable = (language: Language, policies: readonly PolicySummary[], foot?: string[]): Block => {
  const t = textsIn(language);
  const day = (date: string) => formatDate(language, date, 'short');
  const columns: Column[] = [
    { heading: t('pdf|policyType'), share: 32 },
    { heading: t('policy|number'), share: 19 },
    { heading: t('pdf|status'), share: 15 },
    { heading: t('policy|period'), share: 17 },
    { heading: t('policy|annualPremium'), share: 17, figures: true },
  ];
  return {
    kind: 'table',
    columns,
    rows: policies.map((policy) => [
      [policy.name, policy.insured, policy.planned && policyStatusText(t, policy)].filter(Boolean).join('\n'),
      policy.number,
      t(`policyStatus|${policy.status}`),
      `${day(policy.validFrom)} –\n${day(policy.validTo)}`,
      isOver(coverPhaseOf(policy)) ? '' : formatMoney(language, policy.premiumPerYear),
    ]),
    ...(foot && { foot }),
  };
};

const endedBlocks = (language: Language, policies: readonly PolicySummary[]): Block[] => [
  { kind: 'heading', text: textsIn(language)('overview|ended') },
  policyTable(language, policies),
];

/** The overview as a document: policies by group with totals, discounts, amounts due and overdue, open claims. */
export const overviewDocument = (overview: PolicyOverview, reader: Reader): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const due = (amount: number, when: string) => t('pdf|nextPaymentOf', { amount: money(amount), when });
  const { groups, totals, ended, nextDue, overdue, discounts, openClaims } = overview;
  const facts = [
    { name: t('overview|premiumTotal'), value: money(totals.premiumPerYear) },
    ...(nextDue
      ? [
          {
            name: t('overview|nextPayment'),
            value: due(nextDue.amount, collectionText(t, nextDue.collection)),
          },
        ]
      : []),
    ...(overdue
      ? [{ name: t('pdf|overdue'), value: due(overdue.amount, formatDate(language, overdue.dueDate)) }]
      : []),
  ];
  const blocks: Block[] = [
    ...(totals.policies === 0
      ? [{ kind: 'text', text: t('pdf|nothing') } as const]
      : [{ kind: 'facts', items: facts } as const]),
    ...groups.flatMap(({ group, policies, premiumPerYear }): Block[] => {
      const name = t(groupName[group]);
      const foot = [t('pdf|groupTotal', { group: name }), '', '', '', money(premiumPerYear)];
      return [{ kind: 'heading', text: name }, policyTable(language, policies, foot)];
    }),
  ];
  if (ended.length > 0) blocks.push(...endedBlocks(language, ended));
  if (discounts.length > 0) {
    blocks.push(
      { kind: 'heading', text: t('overview|discounts') },
      {
        kind: 'table',
        columns: [
          { heading: t('pdf|discount'), share: 3 },
          { heading: t('policy|amount'), share: 1, figures: true },
        ],
        rows: discounts.map(({ name, amountPerYear }) => [name, money(amountPerYear)]),
      },
    );
  }
  if (openClaims.length > 0) {
    blocks.push(
      { kind: 'heading', text: t('pdf|openClaims') },
      {
        kind: 'table',
        columns: [
          { heading: t('pdf|claim'), share: 3 },
          { heading: t('pdf|claimNumber'), share: 1 },
        ],
        rows: openClaims.map(({ title, number }) => [title, number]),
      },
    );
  }
  return { language, title: t('pdf|overviewTitle'), lead: lead(reader), blocks };
};

/** The list of policies as a document, with those that were cancelled or have ended last (rule LIFE-1). */
export const listDocument = (policies: readonly PolicySummary[], reader: Reader): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const [counted, ended] = partedOf(policies);
  const blocks: Block[] = [];
  if (policies.length === 0) blocks.push({ kind: 'text', text: t('pdf|nothing') });
  if (counted.length > 0) blocks.push(policyTable(language, counted));
  if (ended.length > 0) blocks.push(...endedBlocks(language, ended));
  return { language, title: t('pdf|overviewTitle'), lead: lead(reader), blocks };
};

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

/** What each claim costs the policyholder, as the page of the policy says it (rule LIFE-41). */
const deductibleBlocks = (
  { deductible, deductibleText }: Pick<Policy, 'deductible' | 'deductibleText'>,
  language: Language,
): Block[] => {
  const t = textsIn(language);
  const amount =
    deductible === null ? [] : [`${formatMoney(language, deductible)} ${t('policy|deductiblePerClaim')}.`];
  const words = [...amount, ...(deductibleText ? [deductibleText] : [])];
  return [
    { kind: 'heading', text: t('policy|deductible') },
    { kind: 'text', text: words.length > 0 ? words.join(' ') : `${t('policy|deductibleInTerms')}.` },
  ];
};

/** Headings above what a policy covers and does not; in the past tense when it does not apply (rule LIFE-40). */
const coverHeadings = (policy: Policy, language: Language): { covers: string; excludes: string } => {
  const t = textsIn(language);
  const [covers, excludes] = [t('policy|covers'), t('policy|notCovers')];
  switch (coverPhaseOf(policy)) {
    case 'applies':
    case 'never':
      return { covers, excludes };
    case 'notYet':
      return { covers: t('policy|coversFrom', { date: formatDate(language, policy.validFrom) }), excludes };
    case 'paused':
      return { covers: t('policy|coversAgain'), excludes };
    case 'over':
      return { covers: t('policy|covered'), excludes: t('policy|notCovered') };
  }
};

/** A policy's certificate: holder, period, insured items, covers and exclusions, premium parts, terms. */
export const certificateDocument = (policy: Policy, reader: Reader): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const day = (date: string) => formatDate(language, date);
  const { covers, insuredItems, instalments, terms } = policy;
  const included = covers.filter((cover) => cover.included);
  const excluded = covers.filter((cover) => !cover.included);
  const phase = coverPhaseOf(policy);
  const isProof = isProvable(phase);
  const headings = coverHeadings(policy, language);
  const blocks: Block[] = [
    ...(isProof ? [] : [{ kind: 'text', text: t('pdf|noProof') } as const]),
    {
      kind: 'facts',
      items: [
        {
          name: t('policy|holder'),
          value: `${policy.holder.fullName}, ${formatKennitala(policy.holder.ssn)}`,
        },
        { name: t('policy|number'), value: policy.number },
        {
          name: t('pdf|status'),
          value: policy.planned ? policyStatusText(t, policy) : t(`policyStatus|${policy.status}`),
        },
        {
          name: t('policy|period'),
          value: t('policy|periodOf', { from: day(policy.validFrom), to: day(policy.validTo) }),
        },
        {
          name: t('policy|renewalDate'),
          value: policy.renewsOn ? day(policy.renewsOn) : t('policy|notRenewed'),
        },
        ...(policy.sumInsured === null
          ? []
          : [{ name: t('policy|sumInsured'), value: money(policy.sumInsured) }]),
        { name: t('policy|annualPremium'), value: money(policy.premiumPerYear) },
      ],
    },
    { kind: 'heading', text: t('policy|insuredItems') },
    ...(insuredItems.length === 0 ? [{ kind: 'text', text: t('policy|emptyItems') } as const] : []),
    ...insuredItems.flatMap(({ name, facts }): Block[] => [
      { kind: 'heading', text: name, minor: true },
      ...(facts.length > 0
        ? [{ kind: 'facts', items: facts.map(({ label, value }) => ({ name: label, value })) } as const]
        : []),
    ]),
  ];
  blocks.push(...deductibleBlocks(policy, language));
  if (included.length > 0)
    blocks.push({ kind: 'heading', text: headings.covers }, coverTable(language, included));
  if (excluded.length > 0) {
    blocks.push(
      { kind: 'heading', text: headings.excludes },
      { kind: 'list', items: excluded.map(({ name }) => name) },
    );
  }
  blocks.push(
    { kind: 'heading', text: t('policy|premiumParts') },
    {
      kind: 'table',
      columns: [
        { heading: t('policy|premiumPart'), share: 3 },
        { heading: t('policy|amount'), share: 1, figures: true },
      ],
      rows: policy.premiumParts.map(({ name, amount }) => [name, money(amount)]),
      foot: [t('policy|annualPremium'), money(policy.premiumPerYear)],
    },
    {
      kind: 'text',
      quiet: true,
      text:
        instalments.feePercent > 0
          ? `${t('policy|instalments', { n: instalments.perYear })}. ${t('policy|instalmentFee', { percent: formatPercent(language, instalments.feePercent) })}.`
          : `${t('policy|instalments', { n: instalments.perYear })}.`,
    },
  );
  if (terms.length > 0) {
    blocks.push(
      { kind: 'heading', text: t('policy|terms') },
      { kind: 'list', items: terms.map(({ code, title }) => `${title} (${code})`) },
    );
  }
  return {
    language,
    title: policy.insured === null ? policy.name : `${policy.name}: ${policy.insured}`,
    lead: [isProof ? t('policy|certificate') : t('policy|title'), ...lead(reader)],
    blocks,
  };
};
