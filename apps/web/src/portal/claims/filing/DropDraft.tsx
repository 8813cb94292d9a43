import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, Dialog } from '@hofn/ui';
import { useState } from 'react';
import { navigate, useTexts } from '../../../engine/index.ts';
import { useSessionParts } from '../../../session/index.ts';
import { useFormTexts } from './texts.ts';

/** Throws a draft away, with its files, once it has been asked about. */
export const DropDraft = ({ token }: { token: string }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const { api } = useSessionParts();
  const [state, setState] = useState<'idle' | 'asking' | 'dropping' | 'failed'>('idle');
  const drop = async () => {
    setState('dropping');
    try {
      await api.delete('/api/claim/v1/drafts/{token}', { params: { token } });
      navigate(pathOf('portal.claims', t.language));
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
                onClick={() => void drop()}
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
