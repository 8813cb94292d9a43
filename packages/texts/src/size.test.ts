import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** Size of a module with all its imports, minified and compressed with brotli. */
const measure = async (file: string): Promise<number> => {
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
  expect(await measure('./index.ts')).toBeLessThan(2560);
});

test('the texts of every public page stay below 1 KB in each language', async () => {
  expect(await measure('./catalogue/is/shell.ts')).toBeLessThan(1024);
  expect(await measure('./catalogue/en/shell.ts')).toBeLessThan(1024);
});
