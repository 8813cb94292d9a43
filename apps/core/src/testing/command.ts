import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startCaches } from '@hofn/service/testing/start-caches.ts';

/**
 * Runs a command of the core as an operator does, in a process of its own.
 * @returns a function that takes the environment and the arguments, and waits for its end
 */
export const commandAt = (file: URL) => {
  const path = fileURLToPath(file);
  return async (environment: Record<string, string>, ...words: string[]) => {
    const child = spawn(process.execPath, [path, ...words], {
      env: { PATH: process.env.PATH ?? '', ...startCaches(), ...environment },
    });
    const output = { out: '', errors: '' };
    child.stdout.on('data', (part) => (output.out += part));
    child.stderr.on('data', (part) => (output.errors += part));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, ...output };
  };
};
