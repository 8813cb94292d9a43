import type { DocumentMeta } from '@hofn/contracts';
import { errorText, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { pageTitle } from '@hofn/texts/title.ts';
import { Alert, Button, buttonClass, DescriptionList, EmptyState, Icon, Skeleton } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import type { ReceivedFile } from '../../session/api.ts';
import { type CallResult, save, useCall, useFileContent, useRefresh } from '../../session/index.ts';
import { CallScreen } from '../CallScreen.tsx';
import styles from './DocumentScreen.module.css';
import { kindKey } from './words.ts';

/**
 * The PDF in the browser's own viewer, which shows nothing but PDF: whatever came is named one, so that no other
 * content is ever run. On a phone without a viewer the document is for saving.
 */
const Viewer = ({ file, title }: { file: CallResult<ReceivedFile>; title: string }) => {
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
      <div role="status" data-state="loading">
        <span className="visually-hidden">{t('documents|preparing')}</span>
        <Skeleton rows={10} />
      </div>
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

const Content = ({
  document: { id, title, kind, date, period, policy, claim },
}: {
  document: DocumentMeta;
}) => {
  const t = useTexts<'portal'>();
  const file = useFileContent('/api/document/v1/download/{id}', { params: { id } });
  const refresh = useRefresh();
  const opened = file.state === 'ready';
  useEffect(() => {
    document.title = pageTitle(t.language, title);
  }, [t.language, title]);
  // The list shows it as read when the reader comes back.
  useEffect(() => {
    if (opened) refresh('/api/document/v1/edocuments');
  }, [opened, refresh]);
  return (
    <>
      <div className={styles.title}>
        <h1 tabIndex={-1}>{title}</h1>
        <Button
          icon="download"
          loading={file.state === 'loading'}
          loadingLabel={t('documents|preparing')}
          aria-disabled={!opened}
          onClick={() => file.data && save(file.data)}
        >
          {t('documents|download')}
        </Button>
      </div>
      <div className={styles.facts}>
        <DescriptionList
          items={[
            { term: t('documents|kind'), value: t(kindKey[kind]) },
            { term: t('documents|date'), value: formatDate(t.language, date) },
            {
              term: t('documents|period'),
              value:
                period &&
                t('policy|periodOf', {
                  from: formatDate(t.language, period.from),
                  to: formatDate(t.language, period.to),
                }),
            },
            {
              term: t('documents|policy'),
              value: policy && (
                <Link to={pathOf('portal.policy', t.language, { id: policy.id })}>
                  {policy.name}, {policy.number}
                </Link>
              ),
            },
            { term: t('documents|claim'), value: claim?.number ?? null },
          ]}
        />
      </div>
      <Viewer file={file} title={title} />
    </>
  );
};

/** One document, viewed in place (rule PORT-18). */
export const DocumentScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/document/v2/document/{id}', { params: { id } });
  const list = pathOf('portal.documents', t.language);
  return (
    <>
      <p className={styles.back}>
        <Link to={list}>
          <Icon name="left" size={20} /> {t('documents|back')}
        </Link>
      </p>
      {call.state !== 'ready' && (
        <h1 tabIndex={-1} className="visually-hidden">
          {t('documents|document')}
        </h1>
      )}
      <CallScreen
        call={call}
        loading={t('loading|documents')}
        isEmpty={() => false}
        empty={null}
        notFound={
          <EmptyState
            title={t('documents|notFoundTitle')}
            action={
              <Link to={list} className={buttonClass()}>
                {t('documents|back')}
              </Link>
            }
          >
            {t('documents|notFound')}
          </EmptyState>
        }
      >
        {(data) => <Content document={data} />}
      </CallScreen>
    </>
  );
};
