import type { KennitalaSettings } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import { cleanForm, type FormValues, formFaults } from '@hofn/domain/forms.ts';
import { dayOfInstant } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import type { KennitalaCheck, NationalRegister } from '../platform/kennitala.ts';
import type { TenMinuteCounter } from '../platform/shared-counter.ts';
import { invalidForm, textIn, valuesOf } from './form-values.ts';
import { lotteryFault } from './lottery.ts';

/** Machine-readable reason, the same in both languages, for a kennitala missing from the register (rule INQ-3). */
const ssnNotFound = 'The given SSN was not found';

/**
 * Checks a form before anything is stored: its answers, its rate limit and, for an inquiry, whether the national register
 * knows the kennitala. When the register does not respond, the form is accepted.
 * @returns the form's values as they will be stored
 * @throws Fault `validation` naming every invalid field, `tooManyRequests`
 */
export const createFormCheck = (parts: {
  clock: Clock;
  kennitala: KennitalaCheck;
  register: NationalRegister;
  tenMinutes: TenMinuteCounter;
}) => {
  const { clock, kennitala, register, tenMinutes } = parts;
  return async (kind: FormKind, body: Record<string, unknown>, address: string): Promise<FormValues> => {
    const { fields } = formKindOf(kind);
    // Reported rather than silently dropped: a browser may have filled in the honeypot for a human.
    if (body.website !== '') throw invalidForm({ path: 'website', reason: 'leaveEmpty' });
    const now = clock.now();
    const today = dayOfInstant(now);
    const values = valuesOf(fields, body);
    const faultsBy = (checked: KennitalaSettings) =>
      formFaults(fields, values, { today, kennitala: checked });
    // Query the register only for an otherwise valid form, and count the look-up as a form sent.
    if (faultsBy({ ...kennitala.settings, checkDigit: 'off' }).length > 0)
      throw invalidForm(...faultsBy(kennitala.settings));
    const closed = kind === 'lottery' ? lotteryFault(today) : undefined;
    if (closed) throw invalidForm({ path: 'FORM', reason: closed });
    const wait = await tenMinutes.count('forms', address);
    if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
    const checked = await kennitala.settingsFor(values, 'visitor');
    const faults = faultsBy(checked);
    if (faults.length > 0) throw invalidForm(...faults);
    const cleaned = cleanForm(fields, values, checked);
    const ssn = textIn(cleaned, 'ssn');
    if (kind === 'inquiry' && ssn && (await register.find(ssn)) === 'notFound')
      throw invalidForm({ path: 'FORM', reason: 'ssnNotFound', literal: ssnNotFound });
    return cleaned;
  };
};
export type CheckForm = ReturnType<typeof createFormCheck>;
