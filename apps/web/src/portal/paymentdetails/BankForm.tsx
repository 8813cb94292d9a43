import type { BankInfo } from '@hofn/contracts';
import { type BankAccount, bankAccountFault, padPart } from '@hofn/domain/bank-account.ts';
import { errorText } from '@hofn/texts';
import { Alert, BankAccountField, Button, ErrorSummary } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { namesFields, useRefused } from '../../forms/useRefused.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { useSend } from '../../session/index.ts';

// Each part is told of by itself: the others are taken to be right.
const right: BankAccount = { bank: '0133', ledger: '26', account: '000001' };
const part = (name: keyof BankAccount, missing: string, fault: string) =>
  z.string().check(
    z.minLength(1, { error: `bank|${missing}`, abort: true }),
    z.refine(
      (digits) => bankAccountFault({ ...right, [name]: padPart(name, digits) }) === undefined,
      `errorCode|${fault}`,
    ),
  );
const schema = z.object({
  bank: part('bank', 'missingBank', 'invalidBank'),
  ledger: part('ledger', 'missingLedger', 'invalidLedger'),
  account: part('account', 'missingAccount', 'invalidAccount'),
});
const none: BankInfo = { bank: '', ledger: '', account: '' };

type Props = {
  account: BankInfo | null;
  onSaved: (account: BankInfo) => void;
};

/** The account that we pay into (rules PAY-2 to PAY-5); what is wrong with it stands at its part. */
export const BankForm = ({ account, onSaved }: Props) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: account ?? none });
  const { send, ...sending } = useSend('/api/user/v1/settings/bankinfo');
  const { error } = sending;
  useRefused(form.refused, error);
  const leaving = useUnsaved(form.dirty);
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
      {leaving}
      <ErrorSummary title={t('global|fixErrors', { n: form.summary.errors.length })} {...form.summary} />
      {error && !namesFields(error) && (
        <Alert kind="error" live title={t('bank|saveFailed')}>
          {errorText(t, error.errorCode)}
        </Alert>
      )}
      <BankAccountField
        label={t('bank|number')}
        hint={`${t('bank|hint')} ${t('bank|owner')}`}
        bank={{ label: t('bank|bank'), ...form.field('bank') }}
        ledger={{ label: t('bank|ledger'), ...form.field('ledger') }}
        account={{ label: t('bank|account'), ...form.field('account') }}
      />
      <div>
        <Button type="submit" loading={sending.state === 'sending'} loadingLabel={t('paymentDetails|saving')}>
          {t('bank|save')}
        </Button>
      </div>
    </form>
  );
};
