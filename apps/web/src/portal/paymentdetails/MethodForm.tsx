import type { PaymentMethod } from '@hofn/contracts';
import { Button, DescriptionList, RadioGroup } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useFields } from '../../forms/useFields.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { usePost } from '../../session/index.ts';

type Method = NonNullable<PaymentMethod['method']>;
const methods: readonly Method[] = ['ccard', 'bank', 'claim'];
const labels = {
  ccard: 'paymentDetails|methodCard',
  bank: 'paymentDetails|methodBank',
  claim: 'paymentDetails|methodClaim',
} as const;

/** The payment method, for users who may not change it. */
export const MethodSummary = ({ method }: Pick<PaymentMethod, 'method'>) => {
  const t = useTexts<'portal'>();
  if (method === null) return <p>{t('paymentDetails|methodNone')}</p>;
  return <DescriptionList items={[{ term: t('paymentDetails|methodTitle'), value: t(labels[method]) }]} />;
};

/** Choice of payment method among the registered ones. */
export const MethodForm = ({
  paymentMethod,
  onSaved,
}: {
  paymentMethod: PaymentMethod;
  onSaved: () => void;
}) => {
  const t = useTexts<'portal'>();
  const [selected, setSelected] = useState<Method | null>(null);
  const isSelf = useIsSelf();
  const { send, ...sending } = usePost('/api/user/v1/settings/paymentmethod');
  const values = { method: selected ?? paymentMethod.method ?? ('' as const) };
  const form = useFields(
    [values, (change) => setSelected(change(values).method || null)],
    ({ method }) => (method === '' ? [{ path: 'method', message: t('paymentDetails|methodMissing') }] : []),
    { focusesField: true },
  );
  const { ccardInfo: card, bankInfo: account } = paymentMethod;
  // Another customer's card and account are not disclosed, so the form cannot tell whether they are missing.
  const hintFor = (text: string) => (isSelf ? text : undefined);
  const hints: Record<Method, string | undefined> = {
    ccard: card
      ? t('paymentDetails|methodCardHint', { card: `${card.brand} ${card.cardNumberMasked}` })
      : hintFor(t('paymentDetails|methodCardMissing')),
    bank: account
      ? t('paymentDetails|methodBankHint', {
          account: `${account.bank}-${account.ledger}-${account.account}`,
        })
      : hintFor(t('paymentDetails|methodBankMissing')),
    claim: t('paymentDetails|methodClaimHint'),
  };
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ method }) => {
        if (method !== '' && (await send({ body: { method } }))) onSaved();
      })}
    >
      <ErrorAlert title={t('paymentDetails|methodFailed')} error={sending.error} />
      <RadioGroup
        label={t('paymentDetails|methodLabel')}
        {...form.field('method')}
        options={methods.map((value) => ({ value, label: t(labels[value]), hint: hints[value] }))}
      />
      <div>
        <Button
          type="submit"
          kind="secondary"
          loading={sending.state === 'sending'}
          loadingLabel={t('paymentDetails|saving')}
        >
          {t('paymentDetails|methodSave')}
        </Button>
      </div>
    </form>
  );
};
