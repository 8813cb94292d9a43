import type { Claim, Upload } from '@hofn/contracts';
import { errorText, formatDate } from '@hofn/texts';
import { Alert, FileField, Icon, IconButton } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useDownload, useRefresh, useSessionParts } from '../../session/index.ts';
import { acceptedFiles, sizeOf, useUploads } from '../../uploads/useUploads.ts';
import styles from './ClaimScreen.module.css';

type PaperProps = { file: Upload; busy: boolean; onDownload: () => void };

const Paper = ({ file, busy, onDownload }: PaperProps) => {
  const t = useTexts<'portal'>();
  const { name, sender, addedAt, bytes, state, reason } = file;
  return (
    <li>
      <Icon name={file.type?.startsWith('image/') ? 'camera' : 'doc'} />
      <span>
        <b>{name}</b>
        <span className={styles.detail}>
          {t('claim|fileOf', {
            sender,
            date: formatDate(t.language, addedAt.slice(0, 10)),
            size: sizeOf(t.language, bytes),
          })}
          {state === 'checking' && ` · ${t('claim|checkingFile')}`}
          {state === 'refused' && reason && ` · ${errorText(t, reason)}`}
        </span>
      </span>
      {state === 'clean' && (
        <IconButton
          icon="download"
          label={t('claim|downloadFile', { name })}
          aria-busy={busy}
          onClick={onDownload}
        />
      )}
    </li>
  );
};

/** What has been handed in for a claim, and the way to add to it while it is open. */
export const Files = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const { api } = useSessionParts();
  const refresh = useRefresh();
  const { busy, error, download } = useDownload();
  const [added, setAdded] = useState(false);
  const half = claim.files.filter(({ state }) => state === 'receiving');
  const uploads = useUploads(
    {
      api,
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/claims/{id}/attachments', { params: { id: claim.id }, body, idempotencyKey }),
      onClean: () => {
        setAdded(true);
        refresh();
      },
    },
    half,
  );
  // What is still on its way stands in the field below.
  const papers = claim.files.filter(({ state }) => state !== 'receiving');
  const mayAdd = claim.open || claim.status === 'rejected';
  return (
    <section className={styles.section} aria-labelledby="gogn">
      <h2 id="gogn" tabIndex={-1}>
        {t('claim|documents')}
      </h2>
      {papers.length === 0 && <p>{t('claim|noDocuments')}</p>}
      {papers.length > 0 && (
        <ul className={styles.papers}>
          {papers.map((file) => (
            <Paper
              key={file.id}
              file={file}
              busy={busy === file.id}
              onDownload={() =>
                void download(file.id, '/api/claim/v1/attachments/{id}', { params: { id: file.id } })
              }
            />
          ))}
        </ul>
      )}
      {error && (
        <Alert kind="error" live title={t('global|errorTitle')}>
          {errorText(t, error.errorCode)}
        </Alert>
      )}
      {added && <Alert kind="success" live title={t('claim|documentsAdded')} />}
      {mayAdd && (
        <div className={styles.adding}>
          <FileField
            label={t('claim|addDocuments')}
            hint={t('claim|fileHint')}
            chooseLabel={t('claim|chooseFiles')}
            dropLabel={t('claim|dropFiles')}
            accept={acceptedFiles}
            files={uploads.files}
            words={uploads.words}
            full={uploads.full}
            onChoose={uploads.choose}
            onRemove={uploads.remove}
            onRetry={uploads.retry}
          />
        </div>
      )}
    </section>
  );
};
