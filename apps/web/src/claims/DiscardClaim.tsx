import { Alert, Button } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';

/** Button that discards a claim draft and its files after confirmation. */
export const DiscardClaim = ({ onDiscard }: { onDiscard: () => Promise<unknown> }) => {
  const t = useTexts<'claimForm'>();
  const [state, setState] = useState<'idle' | 'asking' | 'discarding' | 'failed'>('idle');
  const discard = async () => {
    setState('discarding');
    try {
      await onDiscard();
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button kind="text" size="small" icon="trash" onClick={() => setState('asking')}>
        {t('claimForm|drop')}
      </Button>
      {state !== 'idle' && (
        <ConfirmDialog
          title={t('claimForm|drop')}
          confirmLabel={t('claimForm|drop')}
          busyLabel={t('claimForm|saving')}
          kind="danger"
          isBusy={state === 'discarding'}
          onConfirm={() => void discard()}
          onClose={() => setState('idle')}
        >
          <p>{t('claimForm|dropText')}</p>
          {state === 'failed' && <Alert kind="error" isLive title={t('claimForm|dropFailed')} />}
        </ConfirmDialog>
      )}
    </>
  );
};
