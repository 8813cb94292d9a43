import { errorText } from '@hofn/texts';
import { Alert, Button, DelayedLoading } from '@hofn/ui';
import type { RefCallback } from 'react';
import { useTexts } from '../../engine/index.ts';
import { type Panner, PhotoCanvas } from './PhotoCanvas.tsx';
import styles from './PhotoViewer.module.css';
import { type FetchPhoto, usePhoto } from './usePhoto.ts';
import type { Photo } from './viewed.ts';

type Props = {
  photo: Photo;
  /** «2 af 5» */
  position: string;
  zoom: number;
  turns: number;
  /** Whether the controls work on it, when there are two; undefined for one. */
  isChosen: boolean | undefined;
  fetchPhoto: FetchPhoto;
  onChoose: () => void;
  onZoom: (by: number) => void;
  onDownload: () => void;
  ref: RefCallback<Panner>;
};

/** One photo with its name, or why it cannot be shown. */
export const PhotoStage = (props: Props) => {
  const { photo, position, zoom, turns, isChosen, fetchPhoto, onChoose, onZoom, onDownload, ref } = props;
  const t = useTexts<'photos'>();
  const shown = usePhoto(photo, fetchPhoto);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the button with the name chooses.
    <figure className={styles.stage} data-chosen={isChosen || undefined} onClick={onChoose}>
      {shown.state === 'loading' && (
        <div className={styles.instead}>
          <DelayedLoading>
            <p>{t('photos|loading')}</p>
          </DelayedLoading>
        </div>
      )}
      {shown.state === 'failed' && (
        <div className={styles.instead}>
          <Alert
            kind="error"
            isLive
            title={t('photos|failed')}
            action={
              <Button kind="secondary" size="small" icon="again" onClick={shown.retry}>
                {t('global|retry')}
              </Button>
            }
          >
            {errorText(t, shown.error.errorCode)}
          </Alert>
        </div>
      )}
      {shown.state === 'unreadable' && (
        <div className={styles.instead}>
          <Alert
            kind="error"
            isLive
            title={t('photos|unreadable')}
            action={
              <Button kind="secondary" size="small" icon="download" onClick={onDownload}>
                {t('photos|download', { name: photo.name })}
              </Button>
            }
          >
            {t(photo.type === 'image/heic' ? 'photos|heicText' : 'photos|unreadableText')}
          </Alert>
        </div>
      )}
      {shown.state === 'ready' && (
        <PhotoCanvas
          ref={ref}
          picture={shown.picture}
          label={photo.name}
          zoom={zoom}
          turns={turns}
          onZoom={onZoom}
        />
      )}
      <figcaption className={styles.caption}>
        {isChosen === undefined ? (
          <b>{photo.name}</b>
        ) : (
          <button type="button" className={styles.choose} aria-pressed={isChosen} onClick={onChoose}>
            {photo.name}
          </button>
        )}
        <span className="figures">
          {[position, isChosen && t('photos|chosen')].filter(Boolean).join(' · ')}
        </span>
      </figcaption>
    </figure>
  );
};
