import { Alert, Button } from '@hofn/ui';
import { useState } from 'react';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { useFormTexts } from './form-texts.ts';

/** Button that discards a claim draft and its files after confirmation. */
export const DiscardClaim = ({ onDiscard }: { onDiscard: () => Promise<unknown> }) => {
  const f = useFormTexts();
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
        {f('claimForm|drop')}
      </Button>
      {state !== 'idle' && (
        <ConfirmDialog
          title={f('claimForm|drop')}
          confirmLabel={f('claimForm|drop')}
          busyLabel={f('claimForm|saving')}
          kind="danger"
          busy={state === 'discarding'}
          onConfirm={() => void discard()}
          onClose={() => setState('idle')}
        >
          <p>{f('claimForm|dropText')}</p>
          {state === 'failed' && <Alert kind="error" live title={f('claimForm|dropFailed')} />}
        </ConfirmDialog>
      )}
    </>
  );
};
