import { errorText } from '@hofn/texts';
import { Alert, Button, DelayedLoading, Skeleton } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { ReceivedFile } from '../../session/api.ts';
import type { CallResult } from '../../session/index.ts';
import styles from './PdfViewer.module.css';

/**
 * Shows a PDF in the browser's viewer. The blob is always typed as PDF so the browser never executes other
 * content. The frame has no `sandbox`: Chromium shows no PDF in a sandboxed frame, whatever it allows. Phones without a
 * PDF viewer offer only the download.
 */
export const PdfViewer = ({ file, title }: { file: CallResult<ReceivedFile>; title: string }) => {
  const t = useTexts<'portal'>();
  const content = file.data?.content;
  const [fileUrl, setFileUrl] = useState<string>();
  useEffect(() => {
    if (!content || !navigator.pdfViewerEnabled) return;
    const url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
    setFileUrl(url);
    return () => URL.revokeObjectURL(url);
  }, [content]);
  if (file.state === 'loading')
    return (
      <DelayedLoading>
        <span className="visually-hidden">{t('documents|preparing')}</span>
        <Skeleton rows={10} />
      </DelayedLoading>
    );
  if (file.state === 'error')
    return (
      <Alert
        kind="error"
        isLive
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
    fileUrl && <iframe className={styles.viewer} src={fileUrl} title={t('documents|viewer', { title })} />
  );
};
