import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { generatedLines, type Line } from '@hofn/api/src/core/import/testing/generated-lines.ts';
import manifest from '../package.json' with { type: 'json' };

/** Customers whose facts are generated at a time. */
export const portion = 1000;

export const ndjson = (lines: readonly Line[]): string =>
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;

/** Writes the facts of generated customers, about 37 each, to a file, which is packed if its name ends in `.gz`. */
export const writeFacts = async (file: string, { from, to }: { from: number; to: number }): Promise<void> => {
  const lines = async function* () {
    for (let first = from; first < to; first += portion)
      yield ndjson(generatedLines({ from: first, to: Math.min(first + portion, to) }));
  };
  const target = createWriteStream(file);
  await (file.endsWith('.gz')
    ? pipeline(Readable.from(lines()), createGzip({ level: 1 }), target)
    : pipeline(Readable.from(lines()), target));
};

/** Most memory of a process so far, in MB; only Linux says. */
const peakMemory = (pid: number | undefined): number => {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
};

/** How a command ended; `seconds` and `megabytes`, the most memory that it had. */
type Run = { code: number | null; out: string; seconds: number; megabytes: number };

/**
 * Runs a command of the core connection as `npm run` starts it, with its limits of memory.
 * @param options.onStart called with a function that kills the command and returns whether it still ran
 * @param options.onProgress called with each line on its standard error
 */
export const runCoreCommand = async (
  name: 'core:import' | 'core:compare',
  words: readonly string[],
  options: { url: string; onStart?: (kill: () => boolean) => void; onProgress?: (line: string) => void },
): Promise<Run> => {
  const { url, onStart, onProgress } = options;
  const script = manifest.scripts[name].split(' ');
  const started = performance.now();
  const child = spawn(process.execPath, [...script.slice(script.lastIndexOf('node') + 1), ...words], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', onProgress ? 'pipe' : 'inherit'],
  });
  onStart?.(() => child.kill('SIGKILL'));
  child.stderr?.setEncoding('utf8').on('data', (data: string) => {
    for (const line of data.trim().split('\n')) onProgress?.(line);
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, peakMemory(child.pid));
  }, 100);
  const [out, [code]] = await Promise.all([text(child.stdout as Readable), once(child, 'close')]);
  clearInterval(timer);
  return { code: code as number | null, out, seconds: (performance.now() - started) / 1000, megabytes };
};
