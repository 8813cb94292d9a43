// @vitest-environment happy-dom
import type { Upload } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { useUploads } from './useUploads.ts';

vi.mock('./thumbnail.ts', () => ({ thumbnailOf: async () => 'data:image/jpeg;base64,AA==' }));

const photo = (id: string): Upload =>
  ({ id, name: `${id}.jpg`, bytes: 1000, received: 1000, state: 'clean' }) as Upload;

let shown: (string | undefined)[] = [];
const photos = ['one', 'two', 'three', 'four'].map(photo);
const Photos = ({ content }: { content: (id: string) => Promise<Blob> }) => {
  const calls = { api: {} as never, announce: vi.fn<() => Promise<Upload>>(), content };
  shown = useUploads(calls, photos).files.map(({ thumbnail }) => thumbnail);
  return null;
};

test('LIFE-14: the photos of an opened draft are downloaded one after the other, and no more once it is left', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const asked: string[] = [];
  const answers: PromiseWithResolvers<Blob>[] = [];
  const content = (id: string) => {
    asked.push(id);
    const answer = Promise.withResolvers<Blob>();
    answers.push(answer);
    return answer.promise;
  };
  const root = createRoot(document.createElement('div'));
  const texts = createTranslator('is', { ...shell, ...portal });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <Photos content={content} />
      </TextsContext>,
    ),
  );
  expect(asked).toEqual(['one']);
  await act(async () => answers[0]?.resolve(new Blob()));
  expect(asked).toEqual(['one', 'two']);
  expect(shown.map((thumbnail) => thumbnail !== undefined)).toEqual([true, false, false, false]);
  // One that cannot be read does not keep the others from being shown.
  await act(async () => answers[1]?.reject(new Error('no network')));
  expect(asked).toEqual(['one', 'two', 'three']);
  await act(async () => root.unmount());
  await act(async () => answers[2]?.resolve(new Blob()));
  expect(asked).toEqual(['one', 'two', 'three']);
});
