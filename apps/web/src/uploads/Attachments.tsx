import type { Upload } from '@hofn/contracts';
import { errorText, formatDate } from '@hofn/texts';
import { Icon, IconButton } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { Detail } from '../parts/Detail.tsx';
import { ErrorAlert } from '../parts/ErrorAlert.tsx';
import { useApi, useDownload } from '../session/index.ts';
import styles from './Attachments.module.css';
import { LatePhotoViewer } from './photos/LatePhotoViewer.tsx';
import { formatSize } from './useUploads.ts';

type AttachmentProps = {
  file: Upload;
  isBusy: boolean;
  onDownload: () => void;
  /** Opens it in the viewer. */
  onView: () => void;
};

const isPhoto = ({ state, type }: Upload): boolean =>
  state === 'clean' && (type?.startsWith('image/') ?? false);

const Attachment = ({ file, isBusy, onDownload, onView }: AttachmentProps) => {
  const t = useTexts<'portal'>();
  const { name, sender, addedAt, bytes, state, reason } = file;
  return (
    <li>
      <Icon name={file.type?.startsWith('image/') ? 'camera' : 'doc'} />
      <span>
        <b>{name}</b>
        <Detail>
          {t('claim|fileOf', {
            sender,
            date: formatDate(t.language, addedAt.slice(0, 10)),
            size: formatSize(t.language, bytes),
          })}
          {state === 'checking' && ` · ${t('claim|checkingFile')}`}
          {state === 'refused' && reason && ` · ${errorText(t, reason)}`}
        </Detail>
      </span>
      {isPhoto(file) && (
        <IconButton
          icon="eye"
          label={t('claim|viewFile', { name })}
          aria-haspopup="dialog"
          onClick={onView}
        />
      )}
      {state === 'clean' && (
        <IconButton
          icon="download"
          label={t('claim|downloadFile', { name })}
          aria-busy={isBusy}
          onClick={onDownload}
        />
      )}
    </li>
  );
};

/** Submitted files; each can be downloaded after its check, and a photo viewed. */
export const Attachments = ({
  files,
  path,
}: {
  files: readonly Upload[];
  path: '/api/claim/v1/attachments/{id}' | '/api/document/v1/attachments/{id}';
}) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const { busy, error, download } = useDownload();
  const [viewedId, setViewedId] = useState<string>();
  return (
    <>
      <ul className={styles.papers}>
        {files.map((file) => (
          <Attachment
            key={file.id}
            file={file}
            isBusy={busy === file.id}
            onView={() => setViewedId(file.id)}
            onDownload={() => void download(file.id, path, { params: { id: file.id } })}
          />
        ))}
      </ul>
      <ErrorAlert title={t('global|errorTitle')} error={error} />
      {viewedId !== undefined && (
        <LatePhotoViewer
          title={t('claim|photos')}
          photos={files.filter(isPhoto)}
          initialId={viewedId}
          fetchPhoto={(id) => api.download(path, { params: { id } })}
          onClose={() => setViewedId(undefined)}
        />
      )}
    </>
  );
};
