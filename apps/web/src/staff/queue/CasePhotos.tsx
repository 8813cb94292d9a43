import type { StaffCase } from '@hofn/contracts';
import { Icon } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { useApi } from '../../session/index.ts';
import { LatePhotoViewer } from '../../uploads/photos/LatePhotoViewer.tsx';
import { usePhotoThumbnails } from '../../uploads/photos/usePhotoThumbnails.ts';
import { formatSize } from '../../uploads/useUploads.ts';
import styles from './CasePhotos.module.css';

/** Whether the viewer opens a file: a photo, by its content, that has passed its check. */
export const isPhoto = ({ state, type }: StaffCase['files'][number]): boolean =>
  state === 'clean' && (type?.startsWith('image/') ?? false);

const path = '/api/staff/v1/cases/{id}/files/{file}';

/** Thumbnails of the photos of a case, which open in a viewer (rule DESK-8). */
export const CasePhotos = ({ caseId, photos }: { caseId: string; photos: StaffCase['files'] }) => {
  const t = useTexts<'staff'>();
  const api = useApi();
  const [openId, setOpenId] = useState<string>();
  const fetchFile = (file: string, size: 'whole' | 'thumbnail') =>
    api.download(path, { params: { id: caseId, file }, query: { size } });
  const { thumbnails, watch } = usePhotoThumbnails(async (id) => {
    const { content } = await fetchFile(id, 'thumbnail');
    return content;
  });
  return (
    <>
      <ul className={styles.photos} aria-label={t('queue|photos')}>
        {photos.map(({ id, name, bytes, type }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.photo}
              aria-label={t('queue|openPhoto', { name })}
              aria-haspopup="dialog"
              onClick={() => setOpenId(id)}
            >
              <span className={styles.thumbnail} {...(type !== 'image/heic' && { ref: watch(id) })}>
                {thumbnails[id] ? <img src={thumbnails[id]} alt="" /> : <Icon name="camera" size={32} />}
              </span>
              <span className={styles.name}>{name}</span>
            </button>
            <Detail>{formatSize(t.language, bytes)}</Detail>
          </li>
        ))}
      </ul>
      {openId !== undefined && (
        <LatePhotoViewer
          title={t('queue|photos')}
          photos={photos}
          initialId={openId}
          fetchPhoto={(id) => fetchFile(id, 'whole')}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  );
};
