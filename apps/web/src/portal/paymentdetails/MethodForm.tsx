import type { PaymentMethod } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, DescriptionList, RadioGroup } from '@hofn/ui';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../engine/index.ts';
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
  const [isMissing, setIsMissing] = useState(false);
  const isSelf = useIsSelf();
  const { send, ...sending } = usePost('/api/user/v1/settings/paymentmethod');
  const method = selected ?? paymentMethod.method;
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
      onSubmit={async (event) => {
        event.preventDefault();
        if (sending.state === 'sending') return;
        if (!method) {
          // Render the error before focus moves, so that screen readers announce it.
          flushSync(() => setIsMissing(true));
          event.currentTarget.querySelector<HTMLInputElement>('input')?.focus();
          return;
        }
        if (await send({ body: { method } })) onSaved();
      }}
    >
      {sending.error && (
        <Alert kind="error" live title={t('paymentDetails|methodFailed')}>
          {errorText(t, sending.error.errorCode)}
        </Alert>
      )}
      <RadioGroup
        label={t('paymentDetails|methodLabel')}
        value={method ?? ''}
        error={isMissing ? t('paymentDetails|methodMissing') : undefined}
        onChange={({ target }) => {
          setIsMissing(false);
          setSelected(methods.find((method) => method === target.value) ?? null);
        }}
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
