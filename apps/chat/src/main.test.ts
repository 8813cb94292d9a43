import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Runs the program until it exits. */
const run = async (environment: Record<string, string>) => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', ...startCaches(), ...environment },
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    out += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out };
};

test('an invalid setting is named without its value', async () => {
  const wrong = await run({ CHAT_KEPT_DAYS: 'forever' });
  expect(wrong.code).toBe(2);
  expect(wrong.out).toContain('CHAT_KEPT_DAYS');
  expect(wrong.out).not.toContain('forever');
});
