import type { PolicyGroup, PolicyOverview, PolicySummary } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { coverPhaseOf, isOver } from '@hofn/domain/cover-phase.ts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
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

/** Whose document it is and as of when, below its title. */
export const leadOf = ({ subject, language, today }: Reader): string[] => [
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
  // Without a policy in force there is no premium, but there may be something to pay (rule LIFE-40).
  const isEmpty = totals.policies === 0;
  const facts = [
    ...(isEmpty ? [] : [{ name: t('overview|premiumTotal'), value: money(totals.premiumPerYear) }]),
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
    ...(isEmpty ? [{ kind: 'text', text: t('pdf|nothing') } as const] : []),
    ...(facts.length > 0 ? [{ kind: 'facts', items: facts } as const] : []),
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
  return { language, title: t('pdf|overviewTitle'), lead: leadOf(reader), blocks };
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
  return { language, title: t('pdf|overviewTitle'), lead: leadOf(reader), blocks };
};
