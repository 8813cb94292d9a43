import type { PaymentChoices } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { Alert, Button } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useHasRole } from '../../parts/ForRole.tsx';
import { useCall, useRefetch } from '../../session/index.ts';
import styles from './PayLater.module.css';
import { PayLaterDialog } from './PayLaterDialog.tsx';
import { payLaterHash } from './pay-later-hash.ts';

/** The payments that were agreed last, or that a request for others waits. */
const Agreed = ({ running, open }: Pick<PaymentChoices, 'running' | 'open'>) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date);
  if (open)
    return (
      <Alert kind="info" title={t('paymentPlan|openTitle')}>
        {t('paymentPlan|openText', { date: day(dayOfInstant(new Date(open.requestedAt))) })}
      </Alert>
    );
  return (
    running && (
      <Alert kind="info" title={t('paymentPlan|runningTitle', { date: day(running.agreedOn) })}>
        {running.payments
          .map(({ dueDate, amount, paid }) =>
            [day(dueDate), formatMoney(t.language, amount), paid && t('paymentPlan|paid')]
              .filter(Boolean)
              .join(', '),
          )
          .join(' · ')}
      </Alert>
    )
  );
};

/** The way to other days for customers who cannot pay what is due, and what was agreed (rule RIGHT-4). */
export const PayLater = ({ isDue }: { isDue: boolean }) => {
  const t = useTexts<'portal'>();
  const canAct = useHasRole('Full');
  const refresh = useRefetch();
  const [isOpen, setIsOpen] = useState(false);
  const { data: choices } = useCall('/api/payment/v1/plan', {});
  const canAsk = Boolean(canAct) && isDue && choices?.open === null;
  // Led here from a policy that is about to lapse.
  useEffect(() => {
    if (canAsk && window.location.hash === payLaterHash) setIsOpen(true);
  }, [canAsk]);
  if (!choices) return null;
  const { open, running } = choices;
  if (!open && !running && !canAsk) return null;
  const close = () => {
    setIsOpen(false);
    refresh();
  };
  return (
    <div className={styles.later}>
      <Agreed running={running} open={open} />
      {canAsk && (
        <Button kind="secondary" size="small" onClick={() => setIsOpen(true)}>
          {t('payment|cannotPay')}
        </Button>
      )}
      {isOpen && <PayLaterDialog choices={choices} onClose={close} />}
    </div>
  );
};
