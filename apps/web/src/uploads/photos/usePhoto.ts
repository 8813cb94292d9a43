import { useEffect, useState } from 'react';
import type { ReceivedFile } from '../../session/api.ts';
import { type ApiError, asApiError } from '../../session/index.ts';
import { decodePhoto } from './decode-photo.ts';
import type { Photo } from './viewed.ts';

export type ShownPhoto =
  | { state: 'loading' }
  | { state: 'failed'; error: ApiError; retry: () => void }
  | { state: 'unreadable' }
  | { state: 'ready'; picture: ImageBitmap };

/** Fetches a photo once, however often it is shown: each fetch of a case's file is recorded. */
export type FetchPhoto = (id: string) => Promise<ReceivedFile>;

/** The photo with this id, decoded while it is shown. */
export const usePhoto = ({ id, type }: Photo, fetchPhoto: FetchPhoto): ShownPhoto => {
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<{ id: string; photo: ShownPhoto }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again.
  useEffect(() => {
    let picture: ImageBitmap | undefined;
    let isLeft = false;
    const show = (photo: ShownPhoto) => isLeft || setShown({ id, photo });
    const load = async (): Promise<void> => {
      show({ state: 'loading' });
      let content: Blob;
      try {
        ({ content } = await fetchPhoto(id));
      } catch (cause) {
        return void show({
          state: 'failed',
          error: asApiError(cause),
          retry: () => setAttempt((before) => before + 1),
        });
      }
      try {
        picture = await decodePhoto(content, type);
      } catch {
        return void show({ state: 'unreadable' });
      }
      // Up to 50 MB each: freed at once and not by the garbage collector.
      if (isLeft) picture.close();
      else show({ state: 'ready', picture });
    };
    void load();
    return () => {
      isLeft = true;
      picture?.close();
    };
  }, [id, type, fetchPhoto, attempt]);
  return shown?.id === id ? shown.photo : { state: 'loading' };
};
