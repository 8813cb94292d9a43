import type { DocumentMeta } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, DescriptionList, EmptyState, StatusRegion } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { usePageTitle } from '../../parts/usePageTitle.ts';
import { save, useCall, useFileContent, useRefetch } from '../../session/index.ts';
import { formatSize } from '../../uploads/useUploads.ts';
import styles from './DownloadScreen.module.css';
import { kindKey } from './labels.ts';

const Download = ({ meta: { id, title, kind, date } }: { meta: DocumentMeta }) => {
  const t = useTexts<'portal'>();
  const file = useFileContent('/api/document/v1/download/{id}', { params: { id } });
  const refresh = useRefetch();
  const isSaved = useRef(false);
  const receivedFile = file.data;
  usePageTitle(title);
  useEffect(() => {
    if (!receivedFile || isSaved.current) return;
    isSaved.current = true;
    save(receivedFile);
    // The document list now shows this document as read.
    refresh('/api/document/v1/edocuments');
  }, [receivedFile, refresh]);
  return (
    <>
      <div className={styles.facts}>
        <DescriptionList
          items={[
            { term: t('documents|kind'), value: t(kindKey[kind]) },
            { term: t('documents|date'), value: formatDate(t.language, date) },
            {
              term: t('documents|size'),
              value: receivedFile ? formatSize(t.language, receivedFile.content.size) : null,
            },
          ]}
        />
      </div>
      <StatusRegion>{receivedFile && <p>{t('documents|downloadStarted')}</p>}</StatusRegion>
      {file.state === 'error' && <ErrorAlert title={t('documents|downloadFailed')} error={file.error} />}
      <div className={styles.actions}>
        <Button
          icon="download"
          isLoading={file.state === 'loading'}
          loadingLabel={t('documents|preparing')}
          onClick={() => (receivedFile ? save(receivedFile) : file.retry())}
        >
          {file.state === 'error' ? t('global|retry') : t('documents|downloadAgain')}
        </Button>
        <Link
          to={pathOf('portal.document', t.language, { id })}
          className={buttonClass({ kind: 'secondary' })}
        >
          {t('documents|openInPortal')}
        </Link>
      </div>
    </>
  );
};

/** Downloads a document by its URL, which letters and other systems link to (rule LINK-7). */
export const DownloadScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/document/v2/document/{id}', { params: { id } });
  return (
    <>
      <h1 tabIndex={-1}>{call.state === 'ready' ? call.data.title : t('documents|document')}</h1>
      <CallScreen
        call={call}
        loading={t('loading|documents')}
        isEmpty={() => false}
        empty={null}
        notFound={
          <EmptyState
            title={t('documents|notFoundTitle')}
            action={
              <Link to={pathOf('portal.documents', t.language)} className={buttonClass()}>
                {t('documents|back')}
              </Link>
            }
          >
            {t('documents|notFound')}
          </EmptyState>
        }
      >
        {(data) => <Download meta={data} />}
      </CallScreen>
    </>
  );
};

const DocumentDownloadTemplate = ({ location }: TemplateProps) => (
  <DownloadScreen id={location.params.id ?? ''} />
);

export default DocumentDownloadTemplate;
