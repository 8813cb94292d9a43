import type { CustomerPage, ViewReason } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Alert, Button, Card, Columns, PageHeadParts, Row, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useOpenView } from '../view/useOpenView.ts';
import { Access, Contact } from './Contact.tsx';
import { Cases, Claims, Documents, Payments, Policies } from './Holdings.tsx';

/** Changes of the past two weeks, as a warning before paying or giving information. */
const ChangedLately = ({ changes }: { changes: CustomerPage['changedLately'] }) => {
  const t = useTexts<'staff'>();
  if (changes.length === 0) return null;
  const texts = changes.map(({ what, at, by }) => {
    const day = formatDate(t.language, dayOfInstant(new Date(at)), 'medium');
    const who = by === 'other' ? `, ${t('customerPage|byOther')}` : '';
    return `${t(`customerPage|changed.${what}`)} (${day}${who})`;
  });
  return (
    <Alert kind="warning" title={`${t('customerPage|changedTitle')}:`}>
      {texts.join(' · ')}
    </Alert>
  );
};

/** Everything of a customer that is needed on the telephone, with the day of each. */
export const CustomerBody = ({ data, reason }: { data: CustomerPage; reason: ViewReason }) => {
  const t = useTexts<'staff'>();
  const { openView, isBusy, error } = useOpenView();
  const { kind, ssn, age, since } = data;
  return (
    <>
      <PageHeadParts
        actions={
          <Button
            kind="secondary"
            isLoading={isBusy}
            loadingLabel={t('staffView|opening')}
            onClick={() => void openView(ssn, reason)}
          >
            {t('customerPage|myPages')}
          </Button>
        }
      >
        <Row gap="m">
          <span className="figures">{formatKennitala(ssn)}</span>
          <span>{t(`customerPage|${kind}`)}</span>
          {age !== null && <span>{t('customerPage|age', { n: age })}</span>}
          {since && <span>{t('customerPage|since', { day: formatDate(t.language, since) })}</span>}
        </Row>
        <Detail as="p">{t('customerPage|openedBecause', { reason: t(`staffView|reason.${reason}`) })}</Detail>
      </PageHeadParts>
      <ErrorAlert title={t('staffView|openFailed')} error={error} />
      <Stack gap="xl">
        <ChangedLately changes={data.changedLately} />
        <Columns
          aside={
            <Card as="div" kind="filled" gap="xl">
              <Contact data={data} />
              <Access data={data} />
            </Card>
          }
        >
          <Stack gap="xxl">
            <Payments payments={data.payments} />
            <Cases title={t('customerPage|openCases')} cases={data.openCases} />
            <Policies policies={data.policies} />
            <Claims claims={data.claims} />
            {data.pastCases.length > 0 && (
              <Cases title={t('customerPage|pastCases')} cases={data.pastCases} />
            )}
            <Documents documents={data.documents} />
          </Stack>
        </Columns>
      </Stack>
    </>
  );
};
