import { addDays, addMonths, type PolicyDays } from '@hofn/domain';
import type { LivingPolicy, NewChange } from './policy-life.ts';

/** Whether a policy is renewed on a day: its period ended the day before, and nobody ended it. */
export const isRenewedOn = ({ renews, cancelledOn, lapsedOn, validTo }: PolicyDays, day: string): boolean =>
  renews && !cancelledOn && !lapsedOn && validTo === addDays(day, -1);

/**
 * A renewal for twelve months.
 * @param premium yearly, in whole ISK
 * @param edit what it does to the parts of the premium
 * @returns the change, and the first day after its period
 */
export const renewalFrom = <Edit>(
  day: string,
  premium: number,
  edit: Edit,
): { to: string; change: Extract<NewChange<LivingPolicy, Edit>, { kind: 'renew' }> } => {
  const to = addMonths(day, 12);
  return {
    to,
    change: { kind: 'renew', validTo: addDays(to, -1), premium: { becomes: premium, by: 'share' }, edit },
  };
};
