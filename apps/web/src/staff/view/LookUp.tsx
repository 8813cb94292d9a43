import type { ViewReason } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { errorText } from '@hofn/texts';
import { Alert, Button, Icon, KennitalaField, SelectField } from '@hofn/ui';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useName } from '../../forms/useName.ts';
import { keepViewed, useSend } from '../../session/index.ts';
import { addressOf } from '../../session/sign-in-paths.ts';
import styles from './LookUp.module.css';

const reasons: readonly ViewReason[] = ['service', 'claim', 'privacy', 'fault'];

/**
 * Looks a customer up and opens a view of them: the name is shown before anything is opened, and a reason is given
 * (rules STAFF-2b, STAFF-3). The page is then loaded anew, of that customer alone (rule STAFF-2c).
 * @param first the kennitala to begin with
 */
export const LookUp = ({ first = '' }: { first?: string }) => {
  const t = useTexts<'staff'>();
  const [typed, type] = useState(formatKennitala(first));
  const [reason, choose] = useState<ViewReason>('service');
  const { ssn, name, loading, refused, lost, again } = useName(typed, '/api/user/v1/login/ssnlookup');
  const { send, state, error } = useSend('/api/user/v1/switchoverviewuser');
  const [leaving, leave] = useState(false);
  const busy = state === 'sending' || leaving;
  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (lost) return again();
    if (busy || ssn === undefined || name === undefined) return;
    if (!(await send({ body: { ssn, reason } }))) return;
    keepViewed(ssn);
    leave(true);
    location.assign(addressOf('portal.base', t.language));
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void open(event)}>
      <div className={styles.fields}>
        <KennitalaField
          label={t('staffView|ssnLabel')}
          hint={t('staffView|ssnHint')}
          value={typed}
          onChange={(event) => type(event.target.value)}
          error={refused}
        />
        <SelectField
          label={t('staffView|reason')}
          value={reason}
          onChange={(event) => choose(event.target.value as ViewReason)}
          options={reasons.map((value) => ({ value, label: t(`staffView|reason.${value}`) }))}
        />
      </div>
      <p className={styles.name} role="status">
        {name !== undefined && <Icon name="done" size={20} />}
        {name !== undefined ? t('staffView|found', { name }) : loading && t('staffView|lookingUp')}
      </p>
      {error && (
        <Alert kind="error" live title={t('staffView|openFailed')}>
          {errorText(t, error.errorCode)}
        </Alert>
      )}
      <div className={styles.row}>
        <Button
          type="submit"
          disabled={name === undefined && !lost}
          loading={busy}
          loadingLabel={t('staffView|opening')}
        >
          {t('staffView|open')}
        </Button>
        <p className={styles.note}>{t('staffView|customerWillSee')}</p>
      </div>
    </form>
  );
};
