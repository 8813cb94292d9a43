import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { thumbnailOf } from './thumbnail.ts';
import { isImage, type ShownRow } from './upload-rows.ts';

/**
 * Small pictures of photos, by row. Those of earlier uploads are fetched one after the other, as files are sent: photos are
 * large, and none is needed to fill in the form.
 */
export const useThumbnails = (
  rows: readonly ShownRow[],
  content: ((id: string) => Promise<Blob>) | undefined,
) => {
  const [thumbnails, setThumbnails] = useState<Readonly<Record<string, string>>>({});
  const asked = useRef(new Set<string>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const left = useRef<AbortController>(undefined);
  const show = async (id: string, photo: Promise<Blob>): Promise<void> => {
    const thumbnail = await photo.then(thumbnailOf, () => undefined);
    if (thumbnail) setThumbnails((previous) => ({ ...previous, [id]: thumbnail }));
  };
  const earlier = rows.filter(
    ({ file, name, upload }) => content && !file && upload?.state === 'clean' && isImage(name),
  );
  const showEarlier = useEffectEvent(() => {
    for (const { id } of earlier) {
      if (asked.current.has(id)) continue;
      asked.current.add(id);
      queue.current = queue.current.then(async () => {
        if (content && !left.current?.signal.aborted) await show(id, content(id));
      });
    }
  });
  const ids = earlier.map(({ id }) => id).join();
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current?.abort();
  }, []);
  useEffect(() => {
    if (ids !== '') showEarlier();
  }, [ids]);
  const showChosen = ({ id, name, file }: ShownRow): void => {
    if (file && isImage(name)) void show(id, Promise.resolve(file));
  };
  return { thumbnails, showChosen };
};
