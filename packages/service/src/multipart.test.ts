import { expect, test } from 'vitest';
import { readMultipart } from './multipart.ts';

const read = async (form: FormData) => {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return readMultipart(
    new Uint8Array(await request.arrayBuffer()),
    request.headers.get('content-type') ?? '',
  );
};

test('FORM-3: a repeated field becomes an array, other fields a string', async () => {
  const form = new FormData();
  form.append('name', 'Þóra');
  form.append('lines', 'ein\ntvær');
  form.append('files', 'a');
  form.append('files', 'b');
  form.append('files', 'c');
  form.append('__proto__', 'x');
  const texts = await read(form);
  expect(texts).toMatchObject({ name: 'Þóra', lines: 'ein\ntvær', files: ['a', 'b', 'c'] });
  expect(({} as Record<string, unknown>).name).toBeUndefined();
});

test('a body with a file, or an invalid body, is not read', async () => {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  expect(await read(form)).toBeUndefined();
  expect(await readMultipart(new Uint8Array([1, 2]), 'multipart/form-data; boundary=x')).toBeUndefined();
  expect(await readMultipart(new Uint8Array(), 'multipart/form-data')).toBeUndefined();
});
