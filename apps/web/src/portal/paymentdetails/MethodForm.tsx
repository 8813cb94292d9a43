import type { PaymentMethod } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, DescriptionList, RadioGroup } from '@hofn/ui';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../engine/index.ts';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { useSend } from '../../session/index.ts';

type Method = NonNullable<PaymentMethod['method']>;
const methods: readonly Method[] = ['ccard', 'bank', 'claim'];
const labels = {
  ccard: 'paymentDetails|methodCard',
  bank: 'paymentDetails|methodBank',
  claim: 'paymentDetails|methodClaim',
} as const;

/** How premiums are paid, to whoever may not change it. */
export const MethodSeen = ({ method }: Pick<PaymentMethod, 'method'>) => {
  const t = useTexts<'portal'>();
  if (method === null) return <p>{t('paymentDetails|methodNone')}</p>;
  return <DescriptionList items={[{ term: t('paymentDetails|methodTitle'), value: t(labels[method]) }]} />;
};

/** How premiums are paid: of what is on file, one. */
export const MethodForm = ({ known, onSaved }: { known: PaymentMethod; onSaved: () => void }) => {
  const t = useTexts<'portal'>();
  const [chosen, setChosen] = useState<Method | null>(null);
  const [missing, setMissing] = useState(false);
  const isSelf = useIsSelf();
  const { send, ...sending } = useSend('/api/user/v1/settings/paymentmethod');
  const method = chosen ?? known.method;
  const { ccardInfo: card, bankInfo: account } = known;
  // What another has on file is told to nobody else, so that it cannot be said to be missing.
  const lacks = (text: string) => (isSelf ? text : undefined);
  const hints: Record<Method, string | undefined> = {
    ccard: card
      ? t('paymentDetails|methodCardHint', { card: `${card.brand} ${card.cardNumberMasked}` })
      : lacks(t('paymentDetails|methodCardMissing')),
    bank: account
      ? t('paymentDetails|methodBankHint', {
          account: `${account.bank}-${account.ledger}-${account.account}`,
        })
      : lacks(t('paymentDetails|methodBankMissing')),
    claim: t('paymentDetails|methodClaimHint'),
  };
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (sending.state === 'sending') return;
        if (!method) {
          // Before the focus comes there, so that the error is read with it.
          flushSync(() => setMissing(true));
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
        error={missing ? t('paymentDetails|methodMissing') : undefined}
        onChange={({ target }) => {
          setMissing(false);
          setChosen(methods.find((one) => one === target.value) ?? null);
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
