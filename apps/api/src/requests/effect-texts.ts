import type { ActEffect } from '@hofn/database';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { textsIn } from '../platform/texts.ts';

/** The change of coming instalments: per instalment if all change alike, otherwise their sum. */
const instalmentText = (instalments: ActEffect['instalments'], language: Language): string[] => {
  const [first] = instalments;
  if (!first) return [];
  const sum = (which: 'before' | 'after') => instalments.reduce((total, each) => total + each[which], 0);
  const isUniform = instalments.every(
    ({ before, after }) => before === first.before && after === first.after,
  );
  const [before, after] = isUniform ? [first.before, first.after] : [sum('before'), sum('after')];
  const key = sum('after') === 0 ? 'instalmentsEnd' : isUniform ? 'instalmentsEach' : 'instalmentsInAll';
  return [
    textsIn(language)(`actEffect|${key}`, {
      date: formatDate(language, instalments.map(({ dueDate }) => dueDate).toSorted()[0] ?? first.dueDate),
      before: formatMoney(language, sum('after') === 0 ? sum('before') : before),
      after: formatMoney(language, after),
    }),
  ];
};

/**
 * What the core charges, credits and pays back, in sentences (rule INS-4).
 * @param kind of the request: each payment of a plan has a sentence of its own
 */
export const effectTexts = (
  effect: ActEffect | undefined,
  language: Language,
  kind: string | null = null,
): string[] => {
  if (!effect) return [];
  const t = textsIn(language);
  if (kind === 'plan')
    return [
      ...effect.instalments.map(({ dueDate, after }) =>
        t('actEffect|planned', { date: formatDate(language, dueDate), amount: formatMoney(language, after) }),
      ),
      ...(effect.charged > 0
        ? [`${t('paymentPlan|ofWhichFee')}: ${formatMoney(language, effect.charged)}`]
        : []),
    ];
  const { charged, credited, refunded, refundOn, instalments } = effect;
  const money = (amount: number) => ({ amount: formatMoney(language, amount) });
  if (charged + credited + refunded === 0 && instalments.length === 0) return [t('actEffect|none')];
  return [
    ...(charged > 0 ? [t('actEffect|charged', money(charged))] : []),
    ...(credited > 0 ? [t('actEffect|credited', money(credited))] : []),
    ...(refunded > 0 && refundOn !== null
      ? [t('actEffect|refunded', { ...money(refunded), date: formatDate(language, refundOn) })]
      : []),
    ...instalmentText(instalments, language),
  ];
};
