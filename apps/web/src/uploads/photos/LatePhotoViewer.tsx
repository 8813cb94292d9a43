import { Alert, Button, DelayedLoading, Dialog } from '@hofn/ui';
import { importOnDemand } from '../../engine/chunks.ts';
import { useTexts } from '../../engine/index.ts';
import { useLazyPart } from '../../engine/use-lazy-part.ts';
import type { PhotoViewerProps } from './PhotoViewer.tsx';

const loadViewer = importOnDemand(() => import('./PhotoViewer.tsx'));

/** A dialog with the photo viewer, whose code is loaded when the first photo is opened. */
export const LatePhotoViewer = ({
  title,
  onClose,
  ...viewer
}: PhotoViewerProps & { title: string; onClose: () => void }) => {
  const t = useTexts<'portal'>();
  // A case may have a reply that is being written.
  const late = useLazyPart(loadViewer, { keepsDocument: true });
  return (
    <Dialog size="full" title={title} closeLabel={t('global|close')} onClose={onClose}>
      {late.state === 'loading' && (
        <DelayedLoading>
          <p>{t('global|loading')}</p>
        </DelayedLoading>
      )}
      {late.state === 'failed' && (
        <Alert
          kind="error"
          isLive
          title={t('failure|title')}
          action={
            <Button kind="secondary" size="small" icon="again" onClick={late.retry}>
              {t('failure|retry')}
            </Button>
          }
        >
          {t('failure|text')}
        </Alert>
      )}
      {late.state === 'ready' && <late.part.PhotoViewer {...viewer} />}
    </Dialog>
  );
};
