import type { InsuranceProofFacts } from '@hofn/database';
import { formatKennitala } from '@hofn/domain';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import type { Block, Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import type { ProofCode } from './codes.ts';
import type { ProofRow } from './store.ts';

type Fact = { name: string; value: string };

/** Who needs to know exactly which person it is; a landlord knows the tenant. */
const needsKennitala: ReadonlySet<ProofRow['purpose']> = new Set(['bank', 'leasing', 'authority']);

const amount = (proof: ProofRow, name: string, isk: number | null): Fact[] =>
  isk === null ? [] : [{ name, value: formatMoney(proof.language, isk) }];

const policyFacts = (proof: ProofRow, { holder, policy }: InsuranceProofFacts): Fact[] => {
  const t = textsIn(proof.language);
  const day = (date: string) => formatDate(proof.language, date);
  const { validFrom, validTo, renewsOn, pausesAfter } = policy;
  const kennitala = needsKennitala.has(proof.purpose) ? `, ${formatKennitala(holder.ssn)}` : '';
  return [
    { name: t('proofPaper|to'), value: proof.recipientName ?? '' },
    ...(proof.reference === null ? [] : [{ name: t('proofPaper|reference'), value: proof.reference }]),
    { name: t('policy|holder'), value: `${holder.fullName}${kennitala}` },
    { name: t('proofPaper|insurance'), value: policy.name },
    ...(policy.insured === null ? [] : [{ name: t('policy|insured'), value: policy.insured }]),
    { name: t('policy|number'), value: policy.number },
    { name: t('policy|period'), value: t('policy|periodOf', { from: day(validFrom), to: day(validTo) }) },
    { name: t('policy|renewalDate'), value: renewsOn ? day(renewsOn) : t('policy|notRenewed') },
    ...(pausesAfter === null ? [] : [{ name: t('proofPaper|pausesAfter'), value: day(pausesAfter) }]),
    ...amount(proof, t('policy|sumInsured'), policy.sumInsured),
    ...amount(proof, t('policy|deductible'), policy.deductible),
  ];
};

const coverBlocks = ({ language }: ProofRow, covers: InsuranceProofFacts['covers']): Block[] => {
  if (covers.length === 0) return [];
  const t = textsIn(language);
  const figures = (['sumInsured', 'deductible'] as const).filter((key) =>
    covers.some((cover) => cover[key] !== null),
  );
  const heading: Block = { kind: 'heading', text: t('policy|covers') };
  if (figures.length === 0) return [heading, { kind: 'list', items: covers.map(({ name }) => name) }];
  return [
    heading,
    {
      kind: 'table',
      columns: [
        { heading: t('policy|cover'), share: 3 },
        ...figures.map((key) => ({ heading: t(`policy|${key}`), share: 2, figures: true })),
      ],
      rows: covers.map((cover) => [
        cover.name,
        ...figures.map((key) => {
          const isk = cover[key];
          return isk === null ? '' : formatMoney(language, isk);
        }),
      ]),
    },
  ];
};

/** Each insured item under its own name: a heading above them all could be left alone at the end of a page. */
const itemBlocks = (items: InsuranceProofFacts['items']): Block[] =>
  items
    .filter(({ facts }) => facts.length > 0)
    .flatMap(({ name, facts }): Block[] => [
      { kind: 'heading', text: name },
      { kind: 'facts', items: facts.map(({ label, value }) => ({ name: label, value })) },
    ]);

/** How to check a proof with us; before the insured items, so that it is on the first page. */
const checkBlocks = ({ language }: ProofRow, { checkCode, checkUrl }: ProofCode): Block[] => {
  const t = textsIn(language);
  return [
    { kind: 'heading', text: t('proofPaper|verify') },
    { kind: 'text', text: t('proofPaper|verifyText', { code: checkCode }) },
    { kind: 'text', text: checkUrl },
  ];
};

/** A proof of insurance: for whom, what is in force on the day of issue, and how to check it later. */
export const insurancePaper = (proof: ProofRow, facts: InsuranceProofFacts, code: ProofCode): Document => {
  const { language } = proof;
  const t = textsIn(language);
  const date = formatDate(language, dayOfInstant(proof.issuedAt));
  return {
    language,
    title: t('proofPaper|paperTitle'),
    lead: [t('proofPaper|paperLead', { recipient: proof.recipientName ?? '' }), t('paper|issued', { date })],
    blocks: [
      { kind: 'text', text: t('proofPaper|statement', { company: company.name, date }) },
      { kind: 'facts', items: policyFacts(proof, facts) },
      ...coverBlocks(proof, facts.covers),
      ...checkBlocks(proof, code),
      ...itemBlocks(facts.items),
      { kind: 'text', quiet: true, text: t('proofPaper|limits', { date }) },
    ],
  };
};
