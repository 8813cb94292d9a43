import type { PurchaseSummary } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, buttonClass, Card, DescriptionList, EmptyState, PageHead, Stack, Tag } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import { Link, navigate, useLocation, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useCall, usePost, useUser } from '../../session/index.ts';
import { PurchaseRegion } from './PurchaseRegion.tsx';

const One = ({ purchase }: { purchase: PurchaseSummary }) => {
  const t = useTexts<'purchase'>();
  const { id, name, number, perYear, state, startedAt, openUntil } = purchase;
  const day = (date: string) => formatDate(t.language, date);
  return (
    <Card
      as="section"
      heading="h2"
      title={<Link to={pathOf('portal.purchase', t.language, { id })}>{name}</Link>}
    >
      <p>
        {state === 'open' && (
          <Tag kind="info" icon="pen">
            {t('purchaseState|open')}
          </Tag>
        )}
        {state === 'processing' && (
          <Tag kind="neutral" icon="clock">
            {t('purchaseState|processing')}
          </Tag>
        )}
        {state === 'referred' && (
          <Tag kind="neutral" icon="clock">
            {t('purchaseState|referred')}
          </Tag>
        )}
      </p>
      <DescriptionList items={[{ term: t('purchase|price'), value: formatMoney(t.language, perYear) }]} />
      <p>
        {t('purchase|number', { number })}.{' '}
        {t('purchase|startedOn', { date: day(dayOfInstant(new Date(startedAt))) })}
        {state === 'open' && `. ${t('purchase|openUntil', { date: day(openUntil) })}.`}
      </p>
    </Card>
  );
};

const Listed = () => {
  const t = useTexts<'purchase'>();
  const call = useCall('/api/purchases/v1/purchases', {});
  return (
    <>
      <PageHead title={t('purchase|title')}>
        <p>{t('purchase|lead')}</p>
      </PageHead>
      <CallScreen
        call={call}
        loading={t('purchase|loading')}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title={t('purchase|empty')}
            action={
              <Link to={pathOf('getPrice', t.language)} className={buttonClass()}>
                {t('purchase|getPrice')}
              </Link>
            }
          >
            {t('purchase|emptyText')}
          </EmptyState>
        }
      >
        {({ items }) => (
          <Stack gap="l">
            {items.map((purchase) => (
              <One key={purchase.id} purchase={purchase} />
            ))}
          </Stack>
        )}
      </CallScreen>
    </>
  );
};

/** Begins to buy at the kept price whose number is in the address, and goes on to the purchase. */
const Starting = ({ reference }: { reference: string }) => {
  const t = useTexts<'purchase'>();
  const { send, state, error } = usePost('/api/purchases/v1/purchases');
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void send({ body: { reference } }).then(
      (begun) =>
        begun && navigate(pathOf('portal.purchase', t.language, { id: begun.id }), { replace: true }),
    );
  }, [send, reference, t.language]);
  return (
    <>
      <PageHead title={t('purchase|title')} />
      {state === 'failed' ? (
        <Stack gap="m">
          <ErrorAlert title={t('purchase|startFailed')} error={error} />
          <p>
            <Link to={pathOf('priceRequest', t.language)} className={buttonClass({ kind: 'secondary' })}>
              {t('purchase|askCall')}
            </Link>
          </p>
        </Stack>
      ) : (
        <p role="status">{t('purchase|starting')}</p>
      )}
    </>
  );
};

const Begin = () => {
  const t = useTexts<'purchase'>();
  const { hash } = useLocation();
  const user = useUser().data?.currentProxyUser;
  if (!user) return null;
  if (user.via !== 'self' || user.isCompany)
    return (
      <>
        <PageHead title={t('purchase|title')} />
        <Alert
          kind="warning"
          title={t('purchase|onlyYourself')}
          action={<Link to={pathOf('priceRequest', t.language)}>{t('purchase|askCall')}</Link>}
        >
          {t('purchase|onlyYourselfText')}
        </Alert>
      </>
    );
  const reference = hash.replaceAll(/[^\dA-Za-z-]/g, '');
  return reference === '' ? <Listed /> : <Starting key={reference} reference={reference} />;
};

/** Where buying begins, from a kept price, and the purchases that are not finished (rule BUY-1). */
export const BuyScreen = () => (
  <PurchaseRegion>
    <Begin />
  </PurchaseRegion>
);

export default BuyScreen;
