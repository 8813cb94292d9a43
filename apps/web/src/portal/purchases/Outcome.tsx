import type { Purchase } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, Row, Section, Stack, StatusRegion } from '@hofn/ui';
import type { ReactNode } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { useRefetch } from '../../session/index.ts';

/** What has been bought: the receipt, with the ways to certificate, policy and withdrawal (rules BUY-1 and RIGHT-1). */
const InForce = ({ purchase }: { purchase: Purchase }) => {
  const t = useTexts<'purchase'>();
  const { policy, payment, certificateId, withdrawUntil, request } = purchase;
  const money = payment && { amount: formatMoney(t.language, payment.amount), card: payment.card };
  const paid = {
    charged: 'purchase|charged',
    held: 'purchase|stillHeld',
    releasing: 'purchase|releasingBilled',
    notCharged: 'purchase|billed',
  } as const;
  const policyPath = policy && pathOf('portal.policy', t.language, { id: policy.id });
  return (
    <Stack gap="l">
      <StatusRegion>
        <Alert kind="success" title={t('purchase|inForceTitle')}>
          {policy &&
            request &&
            t('purchase|inForceText', {
              number: policy.number,
              date: formatDate(t.language, request.effectiveOn),
            })}{' '}
          {money && payment ? t(paid[payment.state], money) : t('purchase|billed')}
        </Alert>
      </StatusRegion>
      {policyPath && (
        <Row>
          {certificateId ? (
            <Link to={pathOf('portal.document', t.language, { id: certificateId })} className={buttonClass()}>
              {t('purchase|certificate')}
            </Link>
          ) : (
            <p>{t('purchase|certificateSoon')}</p>
          )}
          <Link to={policyPath} className={buttonClass({ kind: 'secondary' })}>
            {t('purchase|policy')}
          </Link>
        </Row>
      )}
      {policyPath && withdrawUntil && (
        <Section title={t('purchase|withdraw')}>
          <p>{t('purchase|withdrawText', { date: formatDate(t.language, withdrawUntil) })}</p>
          <p>
            <Link to={policyPath}>{t('purchase|withdraw')}</Link>
          </p>
        </Section>
      )}
    </Stack>
  );
};

const Told = ({
  kind,
  title,
  text,
  action,
}: {
  kind: 'info' | 'warning';
  title: string;
  text: string;
  action?: ReactNode;
}) => (
  <StatusRegion>
    <Alert kind={kind} title={title} action={action}>
      {text}
    </Alert>
  </StatusRegion>
);

/** What has become of a purchase that is no longer open. */
export const Outcome = ({ purchase }: { purchase: Purchase }) => {
  const t = useTexts<'purchase'>();
  const refetch = useRefetch();
  const { state, offerId, request, payment } = purchase;
  const isReleasing = payment?.state === 'releasing';
  const releasing =
    payment &&
    t('purchase|releasing', { amount: formatMoney(t.language, payment.amount), card: payment.card });
  const answers = offerId && (
    <Link to={pathOf('portal.offer', t.language, { id: offerId })}>{t('purchase|referredLink')}</Link>
  );
  switch (state) {
    case 'inForce':
      return <InForce purchase={purchase} />;
    case 'processing':
      return (
        <Told
          kind="info"
          title={t('purchase|processingTitle')}
          text={t('purchase|processingText')}
          action={
            <Button kind="secondary" size="small" onClick={() => refetch('/api/purchases/v1/purchases/{id}')}>
              {t('purchase|checkAgain')}
            </Button>
          }
        />
      );
    case 'referred':
      return (
        <Told
          kind="info"
          title={t('purchase|referredTitle')}
          text={`${isReleasing ? releasing : t('purchase|referredNothingHeld')} ${t('purchase|referredText')}`}
          action={answers}
        />
      );
    case 'refused':
      return (
        <Told
          kind="warning"
          title={t('purchase|refusedTitle')}
          text={[request?.text, t('purchase|refusedText'), isReleasing && releasing]
            .filter(Boolean)
            .join(' ')}
          action={answers}
        />
      );
    case 'ended':
    case 'givenUp':
      return (
        <Told
          kind="info"
          title={t(state === 'ended' ? 'purchase|endedTitle' : 'purchase|givenUpTitle')}
          text={[isReleasing && releasing, t('purchase|overText')].filter(Boolean).join(' ')}
          action={<Link to={pathOf('getPrice', t.language)}>{t('purchase|getPrice')}</Link>}
        />
      );
    default:
      return null;
  }
};
