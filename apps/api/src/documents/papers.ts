import type { DocumentSummary, Policy, PolicySummary, TransactionOverview } from '@hofn/contracts';
import { collectionOf, formatKennitala } from '@hofn/domain';
import { formatDate, formatDateTime, formatMoney, type Language } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { formatDifference } from '@hofn/texts/difference.ts';
import type { Block, Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import type { Reader } from '../policies/documents.ts';
import { kindName } from './documents.ts';
import type { DecisionRow, InvoiceRow } from './source-store.ts';

type Fact = { name: string; value: string };

const paper = (reader: Reader, title: string, blocks: Block[]): Document => {
  const { subject, language, today } = reader;
  return {
    language,
    title,
    lead: [
      `${subject.fullName} · ${formatKennitala(subject.ssn)}`,
      textsIn(language)('paper|issued', { date: formatDate(language, today) }),
    ],
    blocks,
  };
};

const facts = (items: ReadonlyArray<Fact | undefined>): Block => ({
  kind: 'facts',
  items: items.filter((item) => item !== undefined),
});

const nextPremium = ({ nextPeriod }: Policy, language: Language): Fact[] => {
  if (!nextPeriod) return [];
  const { from, premiumPerYear } = nextPeriod;
  const name = textsIn(language)('renewal|next', { date: formatDate(language, from) });
  return [{ name, value: formatMoney(language, premiumPerYear) }];
};

/** Why the premium of the next period differs, to the króna (rule RENEW-1). */
const premiumCauses = ({ nextPeriod }: Policy, language: Language): Block[] => {
  if (!nextPeriod) return [];
  const t = textsIn(language);
  if (nextPeriod.causes.length === 0) return [{ kind: 'text', text: t('renewal|same') }];
  const causes = nextPeriod.causes.map(({ id, amount }) => ({
    name: t(`renewal|cause.${id}`),
    value: formatDifference(language, amount),
  }));
  return [{ kind: 'heading', text: t('renewal|causes') }, facts(causes)];
};

/** Renewal letter: the policy's next period, and how to cancel or change the policy before it begins. */
export const renewalPaper = (
  policy: Policy,
  title: string,
  period: { from: string; to: string },
  reader: Reader,
): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const day = (date: string) => formatDate(language, date);
  return paper(reader, title, [
    {
      kind: 'text',
      text: t('paper|renewalText', { policy: policy.name, date: day(period.from) }),
    },
    facts([
      { name: t('policy|number'), value: policy.number },
      policy.insured === null ? undefined : { name: t('policy|insured'), value: policy.insured },
      {
        name: t('paper|endingPeriod'),
        value: t('policy|periodOf', { from: day(policy.validFrom), to: day(policy.validTo) }),
      },
      {
        name: t('paper|newPeriod'),
        value: t('policy|periodOf', { from: day(period.from), to: day(period.to) }),
      },
      { name: t('paper|premiumNow'), value: formatMoney(language, policy.premiumPerYear) },
      ...nextPremium(policy, language),
    ]),
    ...premiumCauses(policy, language),
    {
      kind: 'text',
      text: t(policy.nextPeriod ? 'paper|renewalUntil' : 'paper|renewalChange', {
        date: day(policy.validTo),
      }),
    },
    ...(policy.terms.length === 0
      ? []
      : ([
          { kind: 'heading', text: t('policy|terms') },
          { kind: 'list', items: policy.terms.map(({ code, title: name }) => `${name} (${code})`) },
        ] satisfies Block[])),
  ]);
};

const methodKey = {
  ccard: 'overview|methodCard',
  bank: 'overview|methodBank',
  claim: 'overview|methodClaim',
} as const;

/** Invoice: an instalment with its dates, payment method and policies. */
export const invoicePaper = (
  invoice: InvoiceRow,
  policies: readonly PolicySummary[],
  title: string,
  reader: Reader,
): Document => {
  const { language } = reader;
  const t = textsIn(language);
  return paper(reader, title, [
    facts([
      { name: t('paper|toPay'), value: formatMoney(language, invoice.amount) },
      { name: t('paper|dueDate'), value: formatDate(language, invoice.dueDate) },
      { name: t('paper|finalDueDate'), value: formatDate(language, invoice.finalDueDate) },
      { name: t('paper|method'), value: t(methodKey[invoice.method]) },
      { name: t('paper|payment'), value: collectionText(t, collectionOf(invoice)) },
    ]),
    { kind: 'text', quiet: true, text: t('paper|lateNote') },
    ...(policies.length === 0
      ? []
      : ([
          { kind: 'heading', text: t('paper|invoiceFor') },
          {
            kind: 'table',
            columns: [
              { heading: t('pdf|policyType'), share: 3 },
              { heading: t('policy|number'), share: 1 },
            ],
            rows: policies.map(({ name, insured, number }) => [
              insured === null ? name : `${name}\n${insured}`,
              number,
            ]),
          },
        ] satisfies Block[])),
  ]);
};

/** What is paid, when and where to, as far as that is known. */
const paymentBlocks = (payments: NonNullable<DecisionRow['payments']>, { language }: Reader): Block[] => {
  const t = textsIn(language);
  if (payments.length === 0) return [];
  return [
    { kind: 'heading', text: t('paper|payments') },
    {
      kind: 'table',
      columns: [
        { heading: t('paper|payment'), share: 3 },
        { heading: t('paper|account'), share: 2 },
        { heading: t('paper|paidOn'), share: 2 },
        { heading: t('paper|amount'), share: 2, figures: true },
      ],
      rows: payments.map(({ title, account, paidOn, amount }) => [
        title,
        account ?? '',
        paidOn === null ? t('paper|notPaidYet') : formatDate(language, paidOn),
        formatMoney(language, amount),
      ]),
    },
  ];
};

/** What was assessed and is paid, by cover. */
const coverBlocks = (covers: NonNullable<DecisionRow['covers']>, { language }: Reader): Block[] => {
  if (covers.length === 0) return [];
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const taken = (cover: (typeof covers)[number]): string =>
    (['depreciation', 'ownShare', 'deductible'] as const)
      .filter((name) => cover[name] > 0)
      .map((name) => `${t(`paper|less.${name}`)} −${money(cover[name])}`)
      .join('\n');
  return [
    { kind: 'heading', text: t('paper|covers') },
    {
      kind: 'table',
      columns: [
        { heading: t('paper|cover'), share: 4 },
        { heading: t('paper|lossAmount'), share: 2, figures: true },
        { heading: t('paper|less'), share: 4, figures: true },
        { heading: t('paper|payable'), share: 2, figures: true },
      ],
      rows: covers.map((cover) => [cover.title, money(cover.loss), taken(cover), money(cover.payable)]),
    },
  ];
};

/**
 * Decision letter: what was decided on a claim, why, and how to appeal. Without an amount it decides only that the claim
 * is covered, and is headed so.
 */
export const decisionPaper = (decision: DecisionRow, title: string, reader: Reader): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const money = (name: string, isk: number | null | undefined): Fact | undefined =>
    isk === null || isk === undefined ? undefined : { name, value: formatMoney(language, isk) };
  const verdict = {
    approved: t('paper|decisionApproved'),
    partlyApproved: t('paper|decisionPartlyApproved'),
    rejected: t('paper|decisionRejected'),
  }[decision.status ?? ''];
  const isRejected = decision.status === 'rejected';
  const { covers = [] } = decision;
  const hasNoAmount = !isRejected && decision.compensation === null;
  const heading = hasNoAmount ? t('paper|claimAccepted', { claim: decision.title }) : title;
  return paper(reader, heading, [
    ...(verdict ? [{ kind: 'text', text: verdict } as const] : []),
    ...(hasNoAmount ? [{ kind: 'text', text: t('paper|noAmountYet') } as const] : []),
    facts([
      { name: t('pdf|claimNumber'), value: decision.number },
      { name: t('paper|dateOfLoss'), value: formatDate(language, decision.dateOfLoss) },
      decision.place === null ? undefined : { name: t('paper|place'), value: decision.place },
      money(t('paper|lossAmount'), decision.lossAmount),
      isRejected || covers.length > 0 ? undefined : money(t('paper|deductible'), decision.deductible),
      money(t('paper|compensation'), decision.compensation),
      decision.name === null ? undefined : { name: t('paper|decidedBy'), value: decision.name },
      decision.approvedBy ? { name: t('paper|approvedBy'), value: decision.approvedBy } : undefined,
    ]),
    ...coverBlocks(covers, reader),
    ...paymentBlocks(decision.payments ?? [], reader),
    ...(decision.note
      ? ([
          { kind: 'heading', text: t('paper|reason') },
          { kind: 'text', text: decision.note },
        ] satisfies Block[])
      : []),
    { kind: 'heading', text: t('paper|appeal') },
    { kind: 'text', text: t('paper|appealText') },
  ]);
};

/** Annual statement: balances and totals of the account, and charges for each policy. */
export const statementPaper = (
  account: Pick<TransactionOverview, 'items' | 'sums'>,
  title: string,
  reader: Reader,
): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const { sums, items } = account;
  const charged = Map.groupBy(
    items.filter(({ type }) => type === 'premium'),
    ({ policy }) => policy?.number ?? '',
  );
  const rows = [...charged]
    .map(([number, entries]) => ({
      name: entries[0]?.policy?.name ?? t('paper|severalPolicies'),
      number,
      amount: entries.reduce((total, { amount }) => total + amount, 0),
    }))
    .toSorted((a, b) => b.amount - a.amount);
  return paper(reader, title, [
    facts([
      { name: t('transactions|openingBalance'), value: money(sums.openingBalance) },
      { name: t('transactions|charges'), value: money(sums.charges) },
      { name: t('transactions|payments'), value: money(sums.payments) },
      { name: t('transactions|closingBalance'), value: money(sums.closingBalance) },
    ]),
    { kind: 'heading', text: t('paper|chargedByPolicy') },
    rows.length === 0
      ? { kind: 'text', text: t('paper|nothingCharged') }
      : {
          kind: 'table',
          columns: [
            { heading: t('pdf|policyType'), share: 3 },
            { heading: t('policy|number'), share: 1 },
            { heading: t('policy|premium'), share: 1, figures: true },
          ],
          rows: rows.map(({ name, number, amount }) => [name, number, money(amount)]),
          foot: [t('transactions|total'), '', money(rows.reduce((total, { amount }) => total + amount, 0))],
        },
  ]);
};

/** A customer's message, as it was written. */
export const memoPaper = (
  memo: { text: string; writtenAt: string },
  title: string,
  reader: Reader,
): Document => {
  const { language } = reader;
  const sent = formatDateTime(language, memo.writtenAt);
  const paragraphs = memo.text.split(/\n\s*\n/).map((text): Block => ({ kind: 'text', text }));
  return paper(reader, title, [
    { kind: 'text', quiet: true, text: textsIn(language)('paper|memoSent', { time: sent }) },
    ...paragraphs,
  ]);
};

/** The list of documents itself as a document (rule PORT-19). */
export const listPaper = (items: readonly DocumentSummary[], reader: Reader): Document => {
  const { language } = reader;
  const t = textsIn(language);
  return paper(reader, t('documents|title'), [
    items.length === 0
      ? { kind: 'text', text: t('documents|empty') }
      : {
          kind: 'table',
          columns: [
            { heading: t('documents|date'), share: 17 },
            { heading: t('documents|document'), share: 43 },
            { heading: t('documents|kind'), share: 22 },
            { heading: t('documents|state'), share: 18 },
          ],
          rows: items.map(({ date, title, policy, kind, readAt }) => [
            formatDate(language, date, 'short'),
            policy ? `${title}\n${policy.name}, ${policy.number}` : title,
            kindName(language, kind),
            t(readAt === null ? 'documents|unread' : 'documents|read'),
          ]),
        },
  ]);
};
