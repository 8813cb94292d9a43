import type { StaffCase } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Icon, IconButton, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useDownload } from '../../session/index.ts';
import { formatSize } from '../../uploads/useUploads.ts';
import { CasePhotos, isPhoto } from './CasePhotos.tsx';
import styles from './CaseScreen.module.css';

/** Files of a case: photos as thumbnails, then the rest. Only files that passed their check can be opened (rule FORM-8). */
export const CaseFiles = ({ data }: { data: StaffCase }) => {
  const t = useTexts<'staff'>();
  const { busy, error, download } = useDownload();
  if (data.files.length === 0) return null;
  const photos = data.files.filter(isPhoto);
  const others = data.files.filter((file) => !isPhoto(file));
  const stateOf = ({ state, reason }: StaffCase['files'][number]): string | undefined => {
    if (state === 'refused') return errorText(t, reason ?? 'uploadType');
    if (state === 'clean') return undefined;
    return t(state === 'checking' ? 'queue|checking' : 'queue|receiving');
  };
  return (
    <Stack as="section" aria-labelledby="skrar">
      <h2 id="skrar">{t('queue|files')}</h2>
      {photos.length > 0 && <CasePhotos caseId={data.id} photos={photos} />}
      {others.length > 0 && (
        <ul className={styles.files}>
          {others.map((file) => (
            <li key={file.id}>
              <Icon name={file.type?.startsWith('image/') ? 'camera' : 'doc'} />
              <span>
                <b>{file.name}</b>
                <Detail>
                  {[formatSize(t.language, file.bytes), stateOf(file)].filter(Boolean).join(' · ')}
                </Detail>
              </span>
              {file.state === 'clean' && (
                <IconButton
                  icon="download"
                  label={t('queue|download', { name: file.name })}
                  aria-busy={busy === file.id}
                  onClick={() =>
                    void download(file.id, '/api/staff/v1/cases/{id}/files/{file}', {
                      params: { id: data.id, file: file.id },
                    })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <ErrorAlert title={t('queue|downloadFailed')} error={error} />
    </Stack>
  );
};
