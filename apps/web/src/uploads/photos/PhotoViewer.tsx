import { createTranslator, formatPercent } from '@hofn/texts';
import { photos as english } from '@hofn/texts/catalogue/en/photos.ts';
import { photos as icelandic } from '@hofn/texts/catalogue/is/photos.ts';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { isOn } from '../../parts/desk/desk-choices.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { MoreTexts } from '../../parts/MoreTexts.tsx';
import type { ReceivedFile } from '../../session/api.ts';
import { useSaveFile } from '../../session/index.ts';
import type { Panner } from './PhotoCanvas.tsx';
import { PhotoControls } from './PhotoControls.tsx';
import { PhotoStage } from './PhotoStage.tsx';
import styles from './PhotoViewer.module.css';
import type { FetchPhoto } from './usePhoto.ts';
import { activeSlot, actOfKey, initialView, type Photo, type ViewAct, viewAfter } from './viewed.ts';

const catalogues = { is: icelandic, en: english };

export type PhotoViewerProps = {
  photos: readonly Photo[];
  /** The photo that is shown first. */
  initialId: string;
  fetchPhoto: FetchPhoto;
};

/** Fetches each photo once while the viewer is open, unless that failed. */
const useFetchOnce = (fetchPhoto: FetchPhoto): FetchPhoto => {
  const fetchLatest = useRef(fetchPhoto);
  fetchLatest.current = fetchPhoto;
  const fetched = useRef(new Map<string, Promise<ReceivedFile>>());
  return useMemo(
    () => (id) => {
      const known = fetched.current.get(id);
      if (known) return known;
      const fetching = fetchLatest.current(id);
      fetched.current.set(id, fetching);
      fetching.catch(() => fetched.current.delete(id));
      return fetching;
    },
    [],
  );
};

/** Listens to keys of the whole dialog: its heading and its close button take keys too. */
const useDialogKeys = (place: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void => {
  const handleKey = useEffectEvent(onKey);
  useEffect(() => {
    const dialog = place.current?.closest('dialog');
    const listener = (event: KeyboardEvent) => handleKey(event);
    dialog?.addEventListener('keydown', listener);
    return () => dialog?.removeEventListener('keydown', listener);
  }, [place]);
};

/** Shows photos in a dialog: one, or two to compare. */
const Viewer = ({ photos, initialId, fetchPhoto }: PhotoViewerProps) => {
  const t = useTexts<'photos'>();
  const place = useRef<HTMLDivElement>(null);
  const panners = useRef<(Panner | null)[]>([]);
  const fetchOnce = useFetchOnce(fetchPhoto);
  const { busy, error, saveFile } = useSaveFile<string>();
  const [view, setView] = useState(() => initialView(initialId));
  /** What the last act changed, for screen readers. */
  const [said, setSaid] = useState('');

  const positionOf = (id: string): string =>
    t('photos|position', { n: photos.findIndex((photo) => photo.id === id) + 1, total: photos.length });
  const act = (done: ViewAct): void => {
    const next = viewAfter(view, done, photos);
    setView(next);
    const { id, zoom } = activeSlot(next);
    const name = photos.find((photo) => photo.id === id)?.name ?? '';
    if (done.act === 'zoom' || done.act === 'fit')
      setSaid(t('photos|zoom', { percent: formatPercent(t.language, Math.round(zoom * 100)) }));
    else if (done.act === 'turn') setSaid(t('photos|turned', { degrees: (next.turns[id] ?? 0) * 90 }));
    else setSaid(`${name}, ${positionOf(id)}`);
  };
  const download = (id: string) => void saveFile(id, () => fetchOnce(id));

  useDialogKeys(place, (event) => {
    const done = actOfKey(event, { isEnlarged: activeSlot(view).zoom > 1, hasCharacters: isOn('keys') });
    if (!done) return;
    event.preventDefault();
    if (done.act === 'pan') panners.current[view.active]?.pan(done.x, done.y);
    else act(done);
  });

  const isCompared = view.slots.length === 2;
  return (
    <div ref={place} className={styles.viewer}>
      <PhotoControls
        photos={photos}
        view={view}
        onAct={act}
        isDownloading={busy !== undefined}
        onDownload={() => download(activeSlot(view).id)}
      />
      <ErrorAlert title={t('photos|downloadFailed')} error={error} />
      {isCompared && <Detail as="p">{t('photos|comparison')}</Detail>}
      <div className={styles.stages} data-compared={isCompared || undefined}>
        {view.slots.map(({ id, zoom }, index) => {
          const photo = photos.find((one) => one.id === id);
          const slot = index === 1 ? 1 : 0;
          return (
            photo && (
              <PhotoStage
                key={slot}
                ref={(panner) => {
                  panners.current[slot] = panner;
                }}
                photo={photo}
                position={positionOf(id)}
                zoom={zoom}
                turns={view.turns[id] ?? 0}
                isChosen={isCompared ? view.active === slot : undefined}
                fetchPhoto={fetchOnce}
                onChoose={() => view.active === slot || act({ act: 'choose', slot })}
                onZoom={(by) => {
                  setView((before) =>
                    viewAfter(
                      viewAfter(before, { act: 'choose', slot }, photos),
                      { act: 'zoom', by },
                      photos,
                    ),
                  );
                }}
                onDownload={() => download(id)}
              />
            )
          );
        })}
      </div>
      <p className={styles.keys}>
        <Detail>{t('photos|keys')}</Detail>
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
};

/** The photo viewer with its texts. */
export const PhotoViewer = (props: PhotoViewerProps) => {
  const { language } = useTexts();
  const texts = useMemo(() => createTranslator(language, catalogues[language]), [language]);
  return (
    <MoreTexts texts={texts}>
      <Viewer {...props} />
    </MoreTexts>
  );
};
