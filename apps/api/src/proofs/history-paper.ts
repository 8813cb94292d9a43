import type { ClaimsHistoryFacts } from '@hofn/database';
import { formatKennitala } from '@hofn/domain';
import { dayOfInstant, formatDate, formatList, formatMoney } from '@hofn/texts';
import type { Block, Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';
import type { ProofCode } from './codes.ts';
import { claimsIn, fingerprintOf, isOpenClaim } from './history-facts.ts';
import type { ProofRow } from './store.ts';

type Stated = ClaimsHistoryFacts['policies'][number];
type Language = ProofRow['language'];

const claimTable = (claims: Stated['claims'], language: Language): Block => {
  const t = textsIn(language);
  return {
    kind: 'table',
    columns: [
      { heading: t('historyPaper|dateOfLoss'), share: 3 },
      { heading: t('historyPaper|claim'), share: 3 },
      { heading: t('historyPaper|damage'), share: 3 },
      { heading: t('historyPaper|fault'), share: 3 },
      { heading: t('historyPaper|outcome'), share: 4 },
      { heading: t('historyPaper|paid'), share: 3, figures: true },
    ],
    rows: claims.map(({ number, dateOfLoss, damages, outcome, paid }) => [
      formatDate(language, dateOfLoss, 'short'),
      number,
      damages.length === 0
        ? t('historyPaper|notRecorded')
        : damages.map((damage) => t(`historyDamage|${damage}`)).join('\n'),
      t('historyPaper|notRecorded'),
      t(`historyOutcome|${outcome}`),
      formatMoney(language, paid),
    ]),
  };
};

const policyBlocks = (policy: Stated, language: Language): Block[] => {
  const t = textsIn(language);
  const day = (date: string) => formatDate(language, date);
  const { number, insured, vehicles, from, to, pauses, claims } = policy;
  const vehicle = vehicles.map(({ name, plate }) => (plate === null ? name : `${name}, ${plate}`));
  return [
    { kind: 'heading', text: t('historyPaper|policy', { number }) },
    {
      kind: 'facts',
      items: [
        {
          name: t('historyPaper|vehicles'),
          value: vehicle.length > 0 ? vehicle.join('\n') : (insured ?? t('historyPaper|notRecorded')),
        },
        { name: t('historyPaper|begin'), value: t('historyPaper|noLater', { date: day(from) }) },
        { name: t('historyPaper|end'), value: to === null ? t('historyPaper|running') : day(to) },
        ...(pauses.length === 0
          ? []
          : [
              {
                name: t('historyPaper|pauses'),
                value: pauses
                  .map((pause) =>
                    pause.to === null
                      ? t('historyPaper|pausedSince', { from: day(pause.from) })
                      : t('policy|periodOf', { from: day(pause.from), to: day(pause.to) }),
                  )
                  .join('\n'),
              },
            ]),
        { name: t('historyPaper|count'), value: String(claims.length) },
      ],
    },
    claims.length === 0 ? { kind: 'text', text: t('historyPaper|noClaims') } : claimTable(claims, language),
  ];
};

/** What the reader must know to read the statement: what is not recorded here, and what is not settled. */
const notes = (facts: ClaimsHistoryFacts, language: Language): string[] => {
  const t = textsIn(language);
  const claims = claimsIn(facts);
  const early = facts.policies.filter(({ from }) => from > facts.from).map(({ number }) => number);
  return [
    ...(early.length === 0 ? [] : [t('historyPaper|noteBegin', { policies: formatList(language, early) })]),
    ...(claims.length === 0 ? [] : [t('historyPaper|noteFault')]),
    ...(claims.some(isOpenClaim) ? [t('historyPaper|noteOpen')] : []),
    ...(facts.unlinked === 0 ? [] : [t('historyPaper|noteUnlinked', { n: facts.unlinked })]),
  ];
};

/**
 * A claims-history statement with the headings of the annex to Regulation (EU) 2024/1855: insurer, policyholder, contract and
 * vehicles, claims or their absence. What is not recorded here is said to be so.
 */
export const historyPaper = (proof: ProofRow, facts: ClaimsHistoryFacts, code: ProofCode): Document => {
  const { language } = proof;
  const t = textsIn(language);
  const day = (date: string) => formatDate(language, date);
  const claims = claimsIn(facts);
  const remarks = notes(facts, language);
  return {
    language,
    title: t('historyPaper|title'),
    lead: [t('historyPaper|law'), t('paper|issued', { date: day(dayOfInstant(proof.issuedAt)) })],
    blocks: [
      {
        kind: 'facts',
        items: [
          { name: t('historyPaper|insurer'), value: t('pdf|issuedBy') },
          {
            name: t('historyPaper|holder'),
            value: `${facts.holder.fullName}, ${formatKennitala(facts.holder.ssn)}`,
          },
          {
            name: t('historyPaper|period'),
            value: t('policy|periodOf', { from: day(facts.from), to: day(facts.to) }),
          },
          { name: t('historyPaper|total'), value: String(claims.length) },
        ],
      },
      ...(claims.length === 0 ? [{ kind: 'text', text: t('historyPaper|noneAtAll') } as const] : []),
      ...facts.policies.flatMap((policy) => policyBlocks(policy, language)),
      ...(remarks.length === 0
        ? []
        : ([
            { kind: 'heading', text: t('historyPaper|notes') },
            { kind: 'list', items: remarks },
          ] satisfies Block[])),
      { kind: 'heading', text: t('historyPaper|verify') },
      { kind: 'text', text: t('historyPaper|verifyText', { code: code.checkCode }) },
      { kind: 'text', text: code.checkUrl },
      { kind: 'text', text: t('historyPaper|fingerprint', { fingerprint: fingerprintOf(facts) }) },
    ],
  };
};
