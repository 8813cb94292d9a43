import type { ViewReason } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { Button, Icon, KennitalaField, Row, SelectField, Stack } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useNameLookup } from '../../forms/useNameLookup.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import styles from './LookUp.module.css';
import { useOpenView, viewReasons } from './useOpenView.ts';

const schema = z.object({ ssn: z.string(), reason: z.enum(viewReasons) });

/**
 * Looks up a customer, shows the name, asks for a reason and opens the view (rules STAFF-2b, STAFF-3). Opening the
 * view reloads the page with that customer's data only (rule STAFF-2c).
 * @param initialSsn kennitala to start with
 */
export const LookUp = ({ initialSsn = '' }: { initialSsn?: string }) => {
  const t = useTexts<'staff'>();
  const initial: { ssn: string; reason: ViewReason } = {
    ssn: formatKennitala(initialSsn),
    reason: 'service',
  };
  const form = useForm({ schema, initial });
  const {
    ssn,
    name,
    loading,
    error: lookUpError,
    isRetryable,
    retry,
  } = useNameLookup(form.value('ssn'), '/api/user/v1/login/ssnlookup');
  const view = useOpenView();
  const openView = form.submit(async ({ reason }) => {
    if (isRetryable) return retry();
    if (ssn !== undefined && name !== undefined) await view.openView(ssn, reason);
  });
  return (
    <Stack as="form" noValidate onSubmit={openView}>
      <Row gap="l" align="end">
        <KennitalaField
          label={t('staffView|ssnLabel')}
          hint={t('staffView|ssnHint')}
          {...form.field('ssn')}
          error={lookUpError}
        />
        <SelectField
          label={t('staffView|reason')}
          {...form.field('reason')}
          options={viewReasons.map((value) => ({ value, label: t(`staffView|reason.${value}`) }))}
        />
      </Row>
      <p className={styles.name} role="status">
        {name !== undefined && <Icon name="done" size={20} />}
        {name !== undefined ? t('staffView|found', { name }) : loading && t('staffView|lookingUp')}
      </p>
      <ErrorAlert title={t('staffView|openFailed')} error={view.error} />
      <Row>
        <Button
          type="submit"
          disabled={name === undefined && !isRetryable}
          isLoading={view.isBusy}
          loadingLabel={t('staffView|opening')}
        >
          {t('staffView|open')}
        </Button>
        <p className={styles.note}>{t('staffView|customerWillSee')}</p>
      </Row>
    </Stack>
  );
};
