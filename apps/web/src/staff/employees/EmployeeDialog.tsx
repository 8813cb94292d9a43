import type { Employee, EmployeeAct } from '@hofn/contracts';
import { Button, Dialog, Row, Stack } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';

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
      <Stack>
        {active ? (
          <>
            {signIn.federated ? (
              <p>{t('employees|text.federated')}</p>
            ) : (
              <>
                <p>{t('employees|text.sendLink', { email })}</p>
                <Row as="span" gap="s">
                  {button('sendLink')}
                </Row>
              </>
            )}
            <p>{t('employees|text.endSessions')}</p>
            <Row as="span" gap="s">
              {button('endSessions')}
            </Row>
            <p>{t('employees|text.dismiss')}</p>
            <Row as="span" gap="s">
              {button('dismiss', 'danger')}
            </Row>
          </>
        ) : (
          <>
            <p>{t('employees|text.restore')}</p>
            <Row as="span" gap="s">
              {button('restore', 'primary')}
            </Row>
          </>
        )}
      </Stack>
    </Dialog>
  );
};
