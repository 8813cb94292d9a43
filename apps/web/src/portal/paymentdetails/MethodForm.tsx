import type { PaymentMethod } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, RadioGroup } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useSend, useUser } from '../../session/index.ts';

type Method = NonNullable<PaymentMethod['method']>;
const methods: readonly Method[] = ['ccard', 'bank', 'claim'];
const labels = {
  ccard: 'paymentDetails|methodCard',
  bank: 'paymentDetails|methodBank',
  claim: 'paymentDetails|methodClaim',
} as const;

/** How premiums are paid: of what is on file, one. */
export const MethodForm = ({ known, onSaved }: { known: PaymentMethod; onSaved: () => void }) => {
  const t = useTexts<'portal'>();
  const [chosen, setChosen] = useState<Method | null>(null);
  const { send, ...sending } = useSend('/api/user/v1/settings/paymentmethod');
  const method = chosen ?? known.method;
  const { ccardInfo: card, bankInfo: account } = known;
  // What is on file is told to the customer alone: to whoever acts for them, null does not say that there is none.
  const own = useUser().data?.currentProxyUser.via === 'self';
  const hints: Record<Method, string | undefined> = {
    ccard: card
      ? t('paymentDetails|methodCardHint', { card: `${card.brand} ${card.cardNumberMasked}` })
      : own
        ? t('paymentDetails|methodCardMissing')
        : undefined,
    bank: account
      ? t('paymentDetails|methodBankHint', {
          account: `${account.bank}-${account.ledger}-${account.account}`,
        })
      : own
        ? t('paymentDetails|methodBankMissing')
        : undefined,
    claim: t('paymentDetails|methodClaimHint'),
  };
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (!method || sending.state === 'sending') return;
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
        onChange={({ target }) => setChosen(methods.find((one) => one === target.value) ?? null)}
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
