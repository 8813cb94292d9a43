import { Alert, Button, Dialog } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { useFormTexts } from './form-texts.ts';

/** Button that discards a claim draft and its files after confirmation. */
export const DiscardClaim = ({ onDiscard }: { onDiscard: () => Promise<unknown> }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const [state, setState] = useState<'idle' | 'asking' | 'dropping' | 'failed'>('idle');
  const discard = async () => {
    setState('dropping');
    try {
      await onDiscard();
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button kind="text" icon="trash" onClick={() => setState('asking')}>
        {f('claimForm|drop')}
      </Button>
      {state !== 'idle' && (
        <Dialog
          title={f('claimForm|drop')}
          closeLabel={t('global|close')}
          onClose={() => setState('idle')}
          actions={
            <>
              <Button
                kind="danger"
                loading={state === 'dropping'}
                loadingLabel={f('claimForm|saving')}
                onClick={() => void discard()}
              >
                {f('claimForm|drop')}
              </Button>
              <Button kind="secondary" onClick={() => setState('idle')}>
                {t('global|cancel')}
              </Button>
            </>
          }
        >
          <p>{f('claimForm|dropText')}</p>
          {state === 'failed' && <Alert kind="error" live title={f('claimForm|dropFailed')} />}
        </Dialog>
      )}
    </>
  );
};
