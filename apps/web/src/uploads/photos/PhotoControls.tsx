import { formatPercent } from '@hofn/texts';
import { Button, IconButton, Row } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './PhotoViewer.module.css';
import { activeSlot, neighbour, type Photo, type ViewAct, type Viewed, zoomStep } from './viewed.ts';

type Props = {
  photos: readonly Photo[];
  view: Viewed;
  onAct: (act: ViewAct) => void;
  isDownloading: boolean;
  onDownload: () => void;
};

/** The controls of the photo that is shown; of two, of the chosen one. */
export const PhotoControls = ({ photos, view, onAct, isDownloading, onDownload }: Props) => {
  const t = useTexts<'photos'>();
  const { id, zoom } = activeSlot(view);
  const name = photos.find((photo) => photo.id === id)?.name ?? '';
  const step = (by: 1 | -1) => (
    <IconButton
      icon={by > 0 ? 'right' : 'left'}
      label={t(by > 0 ? 'photos|next' : 'photos|previous')}
      aria-keyshortcuts={by > 0 ? 'ArrowRight PageDown' : 'ArrowLeft PageUp'}
      aria-disabled={!neighbour(photos, id, by)}
      onClick={() => onAct({ act: 'step', by })}
    />
  );
  return (
    <Row gap="s" justify="between" role="group" aria-label={t('photos|controls')}>
      <Row gap="xs">
        {photos.length > 1 && step(-1)}
        {photos.length > 1 && step(1)}
        <IconButton
          icon="minus"
          label={t('photos|zoomOut')}
          aria-keyshortcuts="-"
          onClick={() => onAct({ act: 'zoom', by: 1 / zoomStep })}
        />
        <span className={`figures ${styles.zoom}`}>{formatPercent(t.language, Math.round(zoom * 100))}</span>
        <IconButton
          icon="plus"
          label={t('photos|zoomIn')}
          aria-keyshortcuts="+"
          onClick={() => onAct({ act: 'zoom', by: zoomStep })}
        />
        <IconButton
          icon="again"
          label={t('photos|turn')}
          aria-keyshortcuts="r"
          onClick={() => onAct({ act: 'turn', by: 1 })}
        />
        <IconButton
          icon="download"
          label={t('photos|download', { name })}
          aria-busy={isDownloading}
          onClick={onDownload}
        />
      </Row>
      <Row gap="m">
        <Button kind="text" size="small" aria-keyshortcuts="0" onClick={() => onAct({ act: 'fit' })}>
          {t('photos|fit')}
        </Button>
        {photos.length > 1 && (
          <Button
            kind="text"
            size="small"
            aria-pressed={view.slots.length === 2}
            aria-keyshortcuts="c"
            onClick={() => onAct({ act: 'compare' })}
          >
            {t('photos|compare')}
          </Button>
        )}
      </Row>
    </Row>
  );
};
