import type { PaymentPeriods } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { BarChart } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** Chart and table of a year's instalments by the month they fall due. */
export const Months = ({ period }: { period: PaymentPeriods['items'][number] }) => {
  const t = useTexts<'portal'>();
  const { year, months } = period;
  const totalOf = ({ paid, due, overdue, upcoming }: (typeof months)[number] | typeof period) =>
    paid + due + overdue + upcoming;
  // Drops the year from «janúar 2026»: the caption has it.
  const monthName = (month: number) =>
    formatDate(t.language, `${year}-${String(month).padStart(2, '0')}-01`, 'month').replace(` ${year}`, '');
  const statusText = ({ due, upcoming }: (typeof months)[number]) => {
    if (due > 0) return t('paymentStatus|unpaid');
    return upcoming > 0 ? t('paymentStatus|upcoming') : undefined;
  };
  return (
    <BarChart
      caption={t('payment|chartTitle', { year: String(year) })}
      labelHeading={t('payment|chartMonth')}
      valueHeading={t('payment|amount')}
      rows={months.map((month) => {
        const status = statusText(month);
        const name = monthName(month.month);
        return {
          key: String(month.month),
          label: status ? `${name} · ${status}` : name,
          value: totalOf(month),
          display: formatMoney(t.language, totalOf(month)),
          ...(month.overdue > 0 && { exception: t('paymentStatus|overdue') }),
        };
      })}
      total={{ label: t('payment|total'), display: formatMoney(t.language, totalOf(period)) }}
    />
  );
};
