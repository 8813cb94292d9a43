import type { CasePolicy as Policy } from '@hofn/contracts';
import { formatMoney, formatNumber } from '@hofn/texts';
import { Tag } from '@hofn/ui';
import type { ReactNode } from 'react';
import { Detail } from '../../parts/Detail.tsx';
import { statusLook } from '../../parts/policy-look.ts';
import type { Texts } from './labels.ts';

/** The deductible in words: the plain amount only where the product gives no other for such a loss. */
const deductibleOf = (t: Texts, { deductible, loss }: Policy): string | null => {
  const { varies, percent } = loss?.ownShare ?? { varies: false, percent: null };
  const ofCovers = loss?.covers.map((cover) => cover.deductible ?? deductible) ?? [];
  // Covers with deductibles of their own state them in their list.
  if (new Set(ofCovers).size > 1) return null;
  const isk = ofCovers[0] ?? deductible ?? 0;
  const amount = formatMoney(t.language, isk);
  if (percent !== null) {
    const share = `${formatNumber(t.language, percent)}%`;
    return isk > 0 ? t('queue|policy.shareAtLeast', { share, amount }) : t('queue|policy.share', { share });
  }
  if (varies) return isk > 0 ? t('queue|policy.variesFrom', { amount }) : t('queue|policy.varies');
  if (deductible === null && ofCovers.length === 0) return null;
  return isk > 0 ? amount : t('queue|policy.noDeductible');
};

const Covers = ({
  covers,
  language,
}: {
  covers: NonNullable<Policy['loss']>['covers'];
  language: Texts['language'];
}) => (
  <ul>
    {covers.map(({ id, name, deductible }) => (
      <li key={id}>{deductible === null ? name : `${name}, ${formatMoney(language, deductible)}`}</li>
    ))}
  </ul>
);

const onLoss = { covered: 'covered', suspended: 'suspended', none: 'notCovered' } as const;

/** The policy that a case is about, as items of a description list: today's status, and of a claim what covers the loss. */
export const policyItems = (t: Texts, policy: Policy | null): { term: string; value: ReactNode }[] => {
  if (!policy) return [];
  const { name, number, insured, status, loss, deductibleText } = policy;
  const deductible = deductibleOf(t, policy);
  return [
    { term: t('queue|policy'), value: `${name}, ${number}` },
    { term: t('queue|policy.insured'), value: insured },
    {
      term: t('queue|policy.status'),
      value: <Tag {...statusLook[status]}>{t(`policyStatus|${status}`)}</Tag>,
    },
    { term: t('queue|policy.onLoss'), value: loss && t(`queue|policy.${onLoss[loss.coverage]}`) },
    {
      term: t('queue|policy.covers'),
      value:
        loss &&
        (loss.covers.length > 0 ? (
          <Covers covers={loss.covers} language={t.language} />
        ) : (
          t('queue|policy.noCovers')
        )),
    },
    {
      term: t('queue|policy.deductible'),
      value:
        deductible === null && deductibleText === '' ? null : (
          <>
            {deductible}
            {deductibleText !== '' && <Detail>{deductibleText}</Detail>}
          </>
        ),
    },
  ];
};
