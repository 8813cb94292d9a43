import { errorText } from '@hofn/texts';
import { Alert, Button, Skeleton, Waiting } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { ReceivedFile } from '../../session/api.ts';
import type { CallResult } from '../../session/index.ts';
import styles from './Viewer.module.css';

/**
 * The PDF in the browser's own viewer, which shows nothing but PDF: whatever came is named one, so that no other
 * content is ever run. On a phone without a viewer the document is for saving.
 */
export const Viewer = ({ file, title }: { file: CallResult<ReceivedFile>; title: string }) => {
  const t = useTexts<'portal'>();
  const content = file.data?.content;
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!content || !navigator.pdfViewerEnabled) return;
    const url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [content]);
  if (file.state === 'loading')
    return (
      <Waiting>
        <span className="visually-hidden">{t('documents|preparing')}</span>
        <Skeleton rows={10} />
      </Waiting>
    );
  if (file.state === 'error')
    return (
      <Alert
        kind="error"
        live
        title={t('documents|downloadFailed')}
        action={
          <Button kind="secondary" size="small" icon="again" onClick={file.retry}>
            {t('global|retry')}
          </Button>
        }
      >
        {errorText(t, file.error.errorCode)}
      </Alert>
    );
  if (!navigator.pdfViewerEnabled) return <p>{t('documents|noViewer')}</p>;
  return (
    address && <iframe className={styles.viewer} src={address} title={t('documents|viewer', { title })} />
  );
};
