import type { Employee, EmployeeAct } from '@hofn/contracts';
import { Button, Dialog } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import styles from './Employees.module.css';

type Act = Exclude<EmployeeAct['act'], 'change'>;

type Props = { employee: Employee; onDone: () => void; onClose: () => void };

/** An employee's access: send the link to set up sign-in, end sessions, dismiss or restore. */
export const EmployeeDialog = ({ employee, onDone, onClose }: Props) => {
  const t = useTexts<'staff'>();
  const { key, fullName: name, email, active, signIn } = employee;
  const { send, state, error } = usePost('/api/staff/v1/employees/{key}');
  const [lastAct, setLastAct] = useState<Act>();
  const busy = state === 'sending';
  const close = () => !busy && onClose();
  const perform = async (act: Act) => {
    if (busy) return;
    setLastAct(act);
    if (!(await send({ params: { key }, body: { act } }))) return;
    setNotification({ id: 'employee', text: t(`employees|done.${act}`, { name }) });
    onDone();
    onClose();
  };
  const button = (act: Act, kind: 'primary' | 'secondary' | 'danger' = 'secondary') => (
    <Button
      kind={kind}
      isLoading={busy && lastAct === act}
      loadingLabel={t('employees|working')}
      onClick={() => void perform(act)}
    >
      {t(`employees|act.${act}`)}
    </Button>
  );
  return (
    <Dialog title={t('employees|accessOf', { name })} closeLabel={t('global|close')} onClose={close}>
      <ErrorAlert title={t('employees|failed')} error={error} />
      <div className={styles.rights}>
        {active ? (
          <>
            {signIn.federated ? (
              <p>{t('employees|text.federated')}</p>
            ) : (
              <>
                <p>{t('employees|text.sendLink', { email })}</p>
                <span className={styles.actions}>{button('sendLink')}</span>
              </>
            )}
            <p>{t('employees|text.endSessions')}</p>
            <span className={styles.actions}>{button('endSessions')}</span>
            <p>{t('employees|text.dismiss')}</p>
            <span className={styles.actions}>{button('dismiss', 'danger')}</span>
          </>
        ) : (
          <>
            <p>{t('employees|text.restore')}</p>
            <span className={styles.actions}>{button('restore', 'primary')}</span>
          </>
        )}
      </div>
    </Dialog>
  );
};
