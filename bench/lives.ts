import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Figure } from './bench.ts';

/** A file of random lives, how many it is led through, and in how many processes of `batch` lives: a limit ends long ones. */
type Suite = { name: string; file: string; lives: number; batch: number };

const suites: Suite[] = [
  {
    ...{ name: 'core', file: 'apps/core/src/lives.test.ts', batch: 500 },
    lives: Number(process.env.LIVES_OF_CORE ?? 10_000),
  },
  {
    ...{ name: 'front and core', file: 'scripts/front-and-core.test.ts', batch: 100 },
    lives: Number(process.env.LIVES_OF_BOTH ?? 1_000),
  },
];
/** Seed of the first process; the next ones count on from it. */
const firstSeed = Number(process.env.LIVES_SEED ?? Math.floor(Math.random() * 1_000_000_000));

type Report = {
  testResults: Array<{
    message: string;
    assertionResults: Array<{ status: string; duration?: number; failureMessages: string[] }>;
  }>;
};

/** Seconds of a process's lives, without its start, and what went wrong. */
type Batch = { seconds: number; fault?: string };

const runBatch = async (file: string, lives: number, seed: number): Promise<Batch> => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-lives-'));
  const output = join(folder, 'report.json');
  const { LIVES_PATH: _path, LIVES_REPLAY: _replay, ...environment } = process.env;
  try {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', file];
    const child = spawn(process.execPath, [...vitest, '--reporter=json', `--outputFile=${output}`], {
      env: { ...environment, LIVES: String(lives), LIVES_SEED: String(seed) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    const [result] = (JSON.parse(readFileSync(output, 'utf8')) as Report).testResults;
    const [test] = result?.assertionResults ?? [];
    const seconds = (test?.duration ?? Number.NaN) / 1000;
    if (code === 0 && test?.status === 'passed') return { seconds };
    return { seconds, fault: test?.failureMessages.join('\n') || result?.message || `exit code ${code}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Leads lives until all are done or one fails, which is printed with the command that repeats it. */
const runSuite = async ({ name, file, lives, batch }: Suite): Promise<Figure[]> => {
  let [done, seconds, failed] = [0, 0, 0];
  for (let seed = firstSeed; done < lives && failed === 0; seed += 1) {
    const count = Math.min(batch, lives - done);
    const { fault, ...of } = await runBatch(file, count, seed);
    seconds += of.seconds;
    if (fault === undefined) done += count;
    else failed += 1;
    console.log(`    ${name}: ${done} of ${lives} lives in ${Math.round(seconds)} s, seed ${seed}`);
    if (fault === undefined) continue;
    console.log(fault);
    const [path, replay] = [/path: "([^"]*)"/, /replayPath="([^"]*)"/].map((of) => of.exec(fault)?.[1] ?? '');
    console.log(`    LIVES_SEED=${seed} LIVES_PATH=${path} LIVES_REPLAY=${replay} npm run unit -- ${file}`);
  }
  const each = done > 0 ? [{ value: Math.round((seconds / done) * 1000) / 1000, unit: 's' }] : [];
  return [
    { name: `${name}: lives`, value: done, unit: '' },
    ...each.map((figure) => ({ name: `${name}: seconds per life`, ...figure })),
    { name: `${name}: lives that failed`, value: failed, unit: '', most: 0 },
  ];
};

/** The random lives of the tests, many more of them than `npm test` leads. */
export const bench: Bench = {
  about: `random lives: ${suites.map(({ name, lives }) => `${lives} of ${name}`).join(', ')}`,
  run: async (): Promise<Figure[]> => {
    const figures: Figure[] = [{ name: 'seed of the first process', value: firstSeed, unit: '' }];
    for (const suite of suites) figures.push(...(await runSuite(suite)));
    return figures;
  },
};
