import type { PolicySummary } from '@hofn/contracts';
import { coverPhaseOf, isOver } from '@hofn/domain/cover-phase.ts';
import { policyStatusText } from '@hofn/texts/policy-status-text.ts';
import { csvOf, type FileType } from '../platform/file-response.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import { listDocument, type Reader } from './documents.ts';
import { partedOf } from './policies.ts';

/**
 * The list of policies as a file (rule PORT-19); a CSV says of each deductible how its product states it (rule LIFE-41). A
 * policy that is over has neither premium nor deductible (rule LIFE-40).
 */
export const listFile = async (
  type: FileType,
  policies: readonly PolicySummary[],
  { reader, deductibles, now }: { reader: Reader; deductibles: ReadonlyMap<string, string>; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language, today } = reader;
  const t = textsIn(language);
  const name = t('pdf|listFile', { date: today });
  if (type === 'application/pdf')
    return { name: `${name}.pdf`, content: await writePdf(listDocument(policies, reader), now) };
  const headings = [
    t('policy|number'),
    t('pdf|policyType'),
    t('policy|insuredItems'),
    t('pdf|status'),
    t('policy|validFrom'),
    t('policy|validTo'),
    t('policy|annualPremium'),
    t('policy|deductible'),
    t('policy|deductibleMore'),
    t('policy|sumInsured'),
    t('pdf|statusText'),
  ];
  const rows = partedOf(policies)
    .flat()
    .map((policy) => [
      policy.number,
      policy.name,
      policy.insured,
      t(`policyStatus|${policy.status}`),
      policy.validFrom,
      policy.validTo,
      ...(isOver(coverPhaseOf(policy))
        ? ['', '', '']
        : [policy.premiumPerYear, policy.deductible, deductibles.get(policy.product) ?? '']),
      policy.sumInsured,
      policyStatusText(t, policy),
    ]);
  return { name: `${name}.csv`, content: csvOf(language, headings, rows) };
};
