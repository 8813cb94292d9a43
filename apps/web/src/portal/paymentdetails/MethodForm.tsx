import type { PaymentMethod } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Button, DescriptionList, RadioGroup } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useFields } from '../../forms/useFields.ts';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { ChangeMethodDialog } from './ChangeMethodDialog.tsx';
import { type Method, methodKey, nextPaymentText } from './method-texts.ts';

const methods: readonly Method[] = ['ccard', 'bank', 'claim'];

/** The payment method, for users who may not change it. */
export const MethodSummary = ({ paymentMethod }: { paymentMethod: PaymentMethod }) => {
  const t = useTexts<'portal'>();
  const { method } = paymentMethod;
  const next = nextPaymentText(t, paymentMethod);
  return (
    <>
      {method === null ? (
        <p>{t('paymentDetails|methodNone')}</p>
      ) : (
        <DescriptionList items={[{ term: t('paymentDetails|methodTitle'), value: t(methodKey[method]) }]} />
      )}
      {next && <p>{next}</p>}
    </>
  );
};

/** Choice of payment method among the registered ones; what changes is confirmed first (rule LIFE-31). */
export const MethodForm = ({ paymentMethod }: { paymentMethod: PaymentMethod }) => {
  const t = useTexts<'portal'>();
  const [selected, setSelected] = useState<Method | null>(null);
  const [toConfirm, setToConfirm] = useState<Method>();
  const isSelf = useIsSelf();
  const values = { method: selected ?? paymentMethod.method ?? ('' as const) };
  const { ccardInfo: card, bankInfo: account } = paymentMethod;
  // Another customer's card and account are not disclosed, so the form cannot tell whether they are missing.
  const missing: Partial<Record<Method, string>> = isSelf
    ? {
        ...(!card && { ccard: t('paymentDetails|methodCardMissing') }),
        ...(!account && { bank: t('paymentDetails|methodBankMissing') }),
      }
    : {};
  const form = useFields(
    [values, (change) => setSelected(change(values).method || null)],
    ({ method }) => {
      const message = method === '' ? t('paymentDetails|methodMissing') : missing[method];
      return message ? [{ path: 'method', message }] : [];
    },
    { focusesField: true },
  );
  const { claimFee } = paymentMethod;
  const hints: Record<Method, string | undefined> = {
    ccard: card
      ? t('paymentDetails|methodCardHint', { card: `${card.brand} ${card.cardNumberMasked}` })
      : missing.ccard,
    bank: account
      ? t('paymentDetails|methodBankHint', {
          account: `${account.bank}-${account.ledger}-${account.account}`,
        })
      : missing.bank,
    claim: [
      t('paymentDetails|methodClaimHint'),
      ...(claimFee > 0 ? [t('paymentDetails|claimFee', { amount: formatMoney(t.language, claimFee) })] : []),
    ].join(' '),
  };
  const next = nextPaymentText(t, paymentMethod);
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ method }) => {
        if (method !== '') setToConfirm(method);
      })}
    >
      {next && <p>{next}</p>}
      <RadioGroup
        label={t('paymentDetails|methodLabel')}
        {...form.field('method')}
        options={methods.map((value) => ({ value, label: t(methodKey[value]), hint: hints[value] }))}
      />
      <div>
        <Button type="submit">{t('paymentDetails|methodSave')}</Button>
      </div>
      {toConfirm && (
        <ChangeMethodDialog
          paymentMethod={paymentMethod}
          method={toConfirm}
          onClose={() => setToConfirm(undefined)}
        />
      )}
    </form>
  );
};
