import type { CustomerPage, ViewReason } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, EmptyState, PageHeadFrame, Row, SelectField, Skeleton, Stack } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { Detail } from '../../parts/Detail.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { usePageTitle } from '../../parts/usePageTitle.ts';
import { usePost } from '../../session/index.ts';
import { onSignOut } from '../../session/sign-out.ts';
import { viewReasons } from '../view/useOpenView.ts';
import { CustomerBody } from './CustomerBody.tsx';

/**
 * Why each customer's page was opened, until the tab is reloaded: coming back from a case asks for no other reason. Each
 * opening is recorded all the same.
 */
const reasonsGiven = new Map<string, ViewReason>();
onSignOut(() => reasonsGiven.clear());

/** Asks why the page is opened, before anything of the customer is read (rule ROLE-7). */
const AskReason = ({ onOpen }: { onOpen: (reason: ViewReason) => void }) => {
  const t = useTexts<'staff'>();
  const [reason, setReason] = useState<ViewReason>('service');
  return (
    <Stack
      as="form"
      width="form"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(reason);
      }}
    >
      <SelectField
        label={t('staffView|reason')}
        value={reason}
        onChange={({ target }) => setReason(viewReasons.find((known) => known === target.value) ?? 'service')}
        options={viewReasons.map((value) => ({ value, label: t(`staffView|reason.${value}`) }))}
      />
      <Row>
        <Button type="submit">{t('customerPage|open')}</Button>
        <Detail as="p">{t('staffView|customerWillSee')}</Detail>
      </Row>
    </Stack>
  );
};

const NotFound = () => {
  const t = useTexts<'staff'>();
  return (
    <EmptyState
      title={t('customerPage|notFoundTitle')}
      action={
        <Link to={pathOf('staff.customers', t.language)} className={buttonClass()}>
          {t('staffView|title')}
        </Link>
      }
    >
      {t('customerPage|notFound')}
    </EmptyState>
  );
};

const Opened = ({ data, reason }: { data: CustomerPage; reason: ViewReason }) => {
  usePageTitle(data.name);
  return <CustomerBody data={data} reason={reason} />;
};

/** The page of a customer at the desk, opened with a reason that the customer can read (rule ROLE-7). */
export const CustomerScreen = ({ id }: { id: string }) => {
  const t = useTexts<'staff'>();
  const { send, state, answer, error } = usePost('/api/staff/v1/customers/{id}');
  const [reason, setReason] = useState(reasonsGiven.get(id));
  const open = (given: ViewReason) => {
    reasonsGiven.set(id, given);
    setReason(given);
    void send({ params: { id }, body: { reason: given } });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by the reason that was given before.
  useEffect(() => {
    if (reason !== undefined) open(reason);
  }, []);
  const isMissing = error?.status === 404;
  const isAsked = state === 'idle' || (state === 'failed' && !isMissing);
  return (
    <PageHeadFrame title={answer?.name ?? t('customerPage|title')}>
      <ErrorAlert title={t('customerPage|openFailed')} error={isMissing ? undefined : error} />
      {isMissing && <NotFound />}
      {isAsked && <AskReason onOpen={open} />}
      {state === 'sending' && (
        <div role="status">
          <span className="visually-hidden">{t('customerPage|loading')}</span>
          <Skeleton rows={8} />
        </div>
      )}
      {answer && reason && <Opened data={answer} reason={reason} />}
    </PageHeadFrame>
  );
};

// Search can lead from one customer to another; the key resets all state.
const StaffCustomerTemplate = ({ location }: TemplateProps) => (
  <CustomerScreen key={location.params.id} id={location.params.id ?? ''} />
);

export default StaffCustomerTemplate;
