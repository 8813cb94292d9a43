import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** Size of each bundled file, minified and compressed with brotli. */
const measureBundle = async (): Promise<Map<string, number>> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./index.ts', import.meta.url)),
        // Otherwise the exports would be dropped, because nothing imports them.
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'session.js', assetFileNames: '[name].[ext]' },
      },
    },
  });
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  return new Map(
    files.map((file) => [
      file.fileName,
      brotliCompressSync(file.type === 'chunk' ? file.code : file.source).byteLength,
    ]),
  );
};

test('the session with oauth4webapi stays below 9 KB, its worker below 1 KB', async () => {
  const sizes = await measureBundle();
  const session = sizes.get('session.js') ?? 0;
  expect(session).toBeGreaterThan(4_000);
  expect(session).toBeLessThan(9_000);
  const others = [...sizes].filter(([name]) => name !== 'session.js');
  expect(others).toHaveLength(1);
  expect(others[0]?.[1]).toBeLessThan(1_000);
});
