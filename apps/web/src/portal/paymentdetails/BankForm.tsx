import type { BankInfo } from '@hofn/contracts';
import {
  type BankAccount,
  bankAccountDigits,
  bankAccountFault,
  digitsOfPart,
  padPart,
} from '@hofn/domain/bank-account.ts';
import { BankAccountField, Button } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { usePost } from '../../session/index.ts';

// Validate each part on its own, substituting valid values for the other parts.
const validAccount: BankAccount = { bank: '0133', ledger: '26', account: '000001' };
const accountPart = (name: keyof BankAccount, missingText: string, invalidText: string) =>
  z.string().check(
    z.minLength(1, { error: `bank|${missingText}`, abort: true }),
    z.refine((text) => digitsOfPart(name, text).length <= bankAccountDigits[name], {
      error: 'bank|unreadable',
      abort: true,
    }),
    z.refine(
      (digits) => bankAccountFault({ ...validAccount, [name]: padPart(name, digits) }) === undefined,
      `errorCode|${invalidText}`,
    ),
  );
const schema = z.object({
  bank: accountPart('bank', 'missingBank', 'invalidBank'),
  ledger: accountPart('ledger', 'missingLedger', 'invalidLedger'),
  account: accountPart('account', 'missingAccount', 'invalidAccount'),
});
const emptyAccount: BankInfo = { bank: '', ledger: '', account: '' };

type Props = {
  account: BankInfo | null;
  onSaved: (account: BankInfo) => void;
};

/** The account that we pay out to (rules PAY-2 to PAY-5), with errors at each part. */
export const BankForm = ({ account, onSaved }: Props) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: account ?? emptyAccount });
  const { send, ...sending } = usePost('/api/user/v1/settings/bankinfo');
  const { error } = sending;
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty);
  return (
    <form
      noValidate
      onSubmit={form.submit(async (body) => {
        const saved = await send({ body });
        if (!saved) return;
        form.reset(saved);
        onSaved(saved);
      })}
    >
      <FormErrors form={form} title={t('bank|saveFailed')} error={error} />
      <BankAccountField
        label={t('bank|number')}
        hint={`${t('bank|hint')} ${t('bank|owner')}`}
        bank={{ label: t('bank|bank'), ...form.field('bank') }}
        ledger={{ label: t('bank|ledger'), ...form.field('ledger') }}
        account={{ label: t('bank|account'), ...form.field('account') }}
      />
      <div>
        <Button
          type="submit"
          isLoading={sending.state === 'sending'}
          loadingLabel={t('paymentDetails|saving')}
        >
          {t('bank|save')}
        </Button>
      </div>
    </form>
  );
};
