import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** Bytes that a browser loads for a module and all it imports, after minifying and brotli. */
const weigh = async (file: string): Promise<number> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(new URL(file, import.meta.url)), formats: ['es'] },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const code = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('');
  expect(code).not.toBe('');
  return brotliCompressSync(code).byteLength;
};

test('translator, formats, sort order and language choice together stay below 2.5 KB', async () => {
  expect(await weigh('./index.ts')).toBeLessThan(2560);
});

test('the texts that every public page loads stay below 1 KB in each language', async () => {
  expect(await weigh('./catalogue/is/shell.ts')).toBeLessThan(1024);
  expect(await weigh('./catalogue/en/shell.ts')).toBeLessThan(1024);
});
