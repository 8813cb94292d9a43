// @vitest-environment happy-dom
import type { Upload } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { ApiError } from '../session/api-error.ts';
import { useUploads } from './useUploads.ts';

vi.mock('./thumbnail.ts', () => ({ thumbnailOf: async () => 'data:image/jpeg;base64,AA==' }));

const photo = (id: string): Upload =>
  ({ id, name: `${id}.jpg`, bytes: 1000, received: 1000, state: 'clean' }) as Upload;

let shown: (string | undefined)[] = [];
const photos = ['one', 'two', 'three', 'four'].map(photo);
const Photos = ({ content }: { content: (id: string) => Promise<Blob> }) => {
  const calls = { api: {} as never, announce: vi.fn<() => Promise<Upload>>(), content };
  const list = { uploads: photos, change: () => {} };
  shown = useUploads(calls, list).files.map(({ thumbnail }) => thumbnail);
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

type Api = Parameters<typeof useUploads>[0]['api'];
let uploads: ReturnType<typeof useUploads>;
let setListed: (uploads: readonly Upload[]) => void;

/** A form whose uploads are listed by the API, as this page and others have changed them. */
const Listed = ({ first, api }: { first: readonly Upload[]; api: Partial<Api> }) => {
  const [listed, change] = useState(first);
  setListed = change;
  const announce = async ({ name, bytes }: { name: string; bytes: number }): Promise<Upload> =>
    ({ id: 'sent', name, bytes, received: 0, state: 'receiving', reason: null }) as Upload;
  uploads = useUploads({ api: api as Api, announce }, { uploads: listed, change });
  return null;
};
const openListed = async (first: readonly Upload[], api: Partial<Api>) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const texts = createTranslator('is', { ...shell, ...portal });
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <TextsContext value={texts as never}>
        <Listed first={first} api={api} />
      </TextsContext>,
    ),
  );
  onTestFinished(() => act(async () => root.unmount()));
};
const rows = () => uploads.files.map(({ name, state }) => `${name} ${state}`);
const file = (name: string) => new File(['0123456789'], name);

test('LIFE-14: a photo that another device adds to a draft appears in it, and one that it removes is gone', async () => {
  await openListed([photo('one')], {});
  expect(rows()).toEqual(['one.jpg done']);
  await act(async () => setListed([photo('one'), photo('two')]));
  expect(rows()).toEqual(['one.jpg done', 'two.jpg done']);
  expect(uploads.ids).toEqual(['one', 'two']);
  await act(async () => setListed([photo('two')]));
  expect(rows()).toEqual(['two.jpg done']);
});

test('LIFE-14: a file sent from here is one row throughout, and goes when another device removes it', async () => {
  const sent = { ...photo('sent'), name: 'sent.pdf', bytes: 10 };
  const part = Promise.withResolvers<Upload>();
  await openListed([photo('one')], { bytes: (async () => part.promise) as Api['bytes'] });
  await act(async () => uploads.choose([file('sent.pdf')]));
  const [, { id } = { id: '' }] = uploads.files;
  expect(rows()).toEqual(['one.jpg done', 'sent.pdf uploading']);
  // The draft is read again meanwhile.
  await act(async () => setListed([{ ...sent, received: 0, state: 'receiving' }, photo('one')]));
  expect(rows()).toEqual(['sent.pdf uploading', 'one.jpg done']);
  await act(async () => part.resolve(sent));
  expect(rows().toSorted()).toEqual(['one.jpg done', 'sent.pdf done']);
  expect(uploads.files.some((row) => row.id === id)).toBe(true);
  await act(async () => setListed([photo('one')]));
  expect(rows()).toEqual(['one.jpg done']);
});

test('LIFE-14: choosing the file of an unfinished upload again goes on with it', async () => {
  const started = {
    ...photo('started'),
    name: 'plan.pdf',
    bytes: 10,
    received: 4,
    state: 'receiving',
  } as Upload;
  const offsets: unknown[] = [];
  await openListed([started], {
    get: (async () => started) as Api['get'],
    bytes: (async (_path: string, _content: Blob, input: { query: { offset: number } }) => {
      offsets.push(input.query.offset);
      return { ...started, received: 10, state: 'clean' };
    }) as unknown as Api['bytes'],
  });
  expect(rows()).toEqual(['plan.pdf refused']);
  await act(async () => uploads.choose([file('plan.pdf')]));
  expect(rows()).toEqual(['plan.pdf done']);
  expect(offsets).toEqual([4]);
});

test('a file that is removed is gone at once, and back with the reason when that was refused', async () => {
  const answer = Promise.withResolvers<null>();
  await openListed([photo('one'), photo('two')], { delete: (async () => answer.promise) as Api['delete'] });
  await act(async () => uploads.remove('one'));
  expect(rows()).toEqual(['two.jpg done']);
  await act(async () => answer.reject(new ApiError({ status: 503, errorCode: 'unavailable' })));
  expect(rows()).toEqual(['two.jpg done', 'one.jpg refused']);
});
