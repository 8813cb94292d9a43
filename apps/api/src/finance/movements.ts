import type { MoneyMovement } from '@hofn/contracts';
import { addDays, daysBetween } from '@hofn/domain';
import { longestMoneyPeriod, usualMoneyPeriod } from '@hofn/domain/money-movements.ts';
import type { Language } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import { textsIn } from '../platform/texts.ts';
import { faultText } from '../refunds/fault-text.ts';
import type { MoneyFilter, MoneyRow } from './movements-store.ts';

type Asked = {
  [Name in keyof MoneyFilter]?: Exclude<MoneyFilter[Name], null> | undefined;
};

/**
 * Days of the list: a month where none are named, but all days of what hangs.
 * @throws Fault `validation` naming `to` when it is before `from`, or more than a year after it
 */
export const filterOf = ({ direction, state, from, to }: Asked, today: string): MoneyFilter => {
  const kind = { direction, state };
  if (from === undefined && to === undefined && state === 'hanging') return { ...kind, from: null, to: null };
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, -usualMoneyPeriod);
  if (last < first) throw new Fault('validation', { fields: [{ path: 'to', reason: 'toBeforeFrom' }] });
  if (daysBetween(first, last) > longestMoneyPeriod)
    throw new Fault('validation', {
      fields: [{ path: 'to', reason: 'periodTooLong', params: { days: longestMoneyPeriod } }],
    });
  return { ...kind, from: first, to: last };
};

/**
 * A payment as an employee reads it.
 * @param openable cases that they may open
 */
export const movementOf = (
  row: MoneyRow,
  openable: ReadonlySet<string>,
  language: Language,
): MoneyMovement => {
  const { key, direction, kind, state, day, amount, method, withheld } = row;
  const open = { key, direction, kind, state, day, amount, method, withheld };
  if (withheld)
    return {
      ...open,
      ...{ through: null, text: null, reference: null, fault: null, customer: null, case: null },
      payment: null,
    };
  const t = textsIn(language);
  const instalment =
    row.sequence === null ? null : t('money|instalment', { n: row.sequence, total: row.sequence_of ?? 0 });
  return {
    ...open,
    through: row.through,
    text: [instalment, row.text].filter((part) => part !== null).join(', ') || null,
    reference: row.reference,
    fault: row.kind === 'refund' && row.fault !== null ? faultText(row.fault, language) : row.fault,
    payment: row.payment_id,
    customer: { id: row.customer_id, name: row.name, ssn: row.ssn },
    case: row.case_id !== null && openable.has(row.case_id) ? row.case_id : null,
  };
};
