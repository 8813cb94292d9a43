import { Button, Dialog } from '@hofn/ui';
import { useState, useSyncExternalStore } from 'react';
import { useTexts } from '../engine/index.ts';
import { useSessionParts } from '../session/index.ts';

const never = () => false;

/**
 * Asks the user to sign in again when a call requires it (rule HOLD-12). The popup leaves the screen as it is, and the call
 * is repeated afterwards.
 */
export const ConfirmIdentity = () => {
  const t = useTexts<'portal'>();
  const { session } = useSessionParts();
  const { identityCheck } = session;
  const isPending = useSyncExternalStore(identityCheck.subscribe, identityCheck.isPending, never);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  if (!isPending) return null;
  const settle = (isConfirmed: boolean) => {
    setState('idle');
    identityCheck.settle(isConfirmed);
  };
  const confirm = () => {
    setState('busy');
    session.signInAgain().then(
      () => settle(true),
      () => setState('failed'),
    );
  };
  return (
    <Dialog
      title={t('confirmIdentity|title')}
      closeLabel={t('global|close')}
      onClose={() => settle(false)}
      actions={
        <>
          <Button isLoading={state === 'busy'} loadingLabel={t('confirmIdentity|waiting')} onClick={confirm}>
            {t('confirmIdentity|confirm')}
          </Button>
          <Button kind="secondary" onClick={() => settle(false)}>
            {t('confirmIdentity|cancel')}
          </Button>
        </>
      }
    >
      <p>{t('confirmIdentity|text')}</p>
      {state === 'failed' && <p role="alert">{t('confirmIdentity|failed')}</p>}
    </Dialog>
  );
};
