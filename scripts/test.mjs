// `npm test`: installs missing dependencies and browsers, runs every check and test, and ends with one summary line.
// Arguments select steps: `npm test -- unit e2e`. `npm test -- --changed` runs what uncommitted and unmerged changes can
// affect.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, findFirefox, findHeadlessShell, findOnPath, findWebKit } from './browser.mjs';
import { affectedSpecs, baseCommit, changedFiles } from './changed.mjs';
import { failuresInPlaywright, failuresInVitest, firstLines, passedOnRetry } from './failures.mjs';
import { install, stop } from './install.mjs';
import { environment, root } from './node24.mjs';
import { createTemporaryFolder } from './temporary-folder.mjs';

if (process.argv.includes('--help')) {
  console.log(`npm test                       runs every check and test
npm test -- STEP STEP          runs these: lint, types, checks, requirements, site, unit, release, e2e;
                               on request also engines, variants, pooler, pictures
npm test -- --changed          what uncommitted and unmerged changes can affect`);
  process.exit(0);
}
const binary = install();
const cache = join(root, '.cache');
const notes = join(cache, 'test-notes.txt');
mkdirSync(cache, { recursive: true });
rmSync(notes, { force: true });
const temporary = createTemporaryFolder();

/** Runs a command. With `output` its output is collected there instead of printed. Resolves to whether it succeeded. */
const run = (command, args, { env = {}, output } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: output ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...environment(binary), TMPDIR: temporary, ...env },
      shell: process.platform === 'win32',
    });
    if (output)
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
    child.on('error', (cause) => {
      console.error(`Could not run ${command}: ${cause.message}`);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

const unreported = { title: 'ended with an error that no test reported: see its output above', error: '' };

/** Result of one step. A failing runner that reports no failure counts as one, so that a crash is never green. */
const outcome = (ok, passed = 0, failures = []) => {
  const named = ok || failures.length > 0 ? failures : [unreported];
  return { passed, failed: named.length, failures: named };
};

const check =
  (command, ...args) =>
  async (output) => {
    const ok = await run(command, args, { output });
    if (ok) return outcome(true, 1);
    return { passed: 0, failed: 1, failures: firstLines(Buffer.concat(output).toString()) };
  };

const args = process.argv.slice(2);
const onlyChanged = args.includes('--changed');
const base = onlyChanged ? baseCommit(root) : undefined;
if (onlyChanged && !base) stop('--changed needs a git checkout. Run npm test instead.');
const changed = base ? changedFiles(root, base) : [];

const vitest =
  (projects, env = {}) =>
  async (output) => {
    const report = join(cache, `${projects.join('-')}.json`);
    rmSync(report, { force: true });
    const args = [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...(base ? [`--changed=${base}`, '--passWithNoTests'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const ok = await run('vitest', args, { output, env });
    const result = read(report);
    const failures = result ? failuresInVitest(result, root) : [];
    return outcome(ok && result !== undefined, result?.numPassedTests, failures);
  };

/** Browser tests that passed only when retried: each hides a race. */
const flakyTests = [];

/** Paths of the other browsers for the smoke tests; an unavailable one is noted in the summary. */
const otherEngines = () => {
  const paths = { FIREFOX_PATH: findFirefox(binary), WEBKIT_DRIVER_PATH: findWebKit(binary) };
  const missing = { FIREFOX_PATH: 'Firefox', WEBKIT_DRIVER_PATH: 'WebKit, or Xvfb for it' };
  for (const [name, what] of Object.entries(missing))
    if (!paths[name])
      appendFileSync(notes, `e2e/smoke.spec.ts in ${what}: not found and could not be installed\n`);
  return Object.fromEntries(Object.entries(paths).filter(([, path]) => path));
};

const runBrowser = async (specs, more = {}) => {
  const path = findBrowser(binary);
  if (!path) {
    console.error('Chromium was not found and could not be installed. Set CHROMIUM_PATH.');
    return outcome(false);
  }
  const report = join(cache, 'e2e.json');
  rmSync(report, { force: true });
  const env = {
    CHROMIUM_PATH: path,
    CHROMIUM_SHELL_PATH: findHeadlessShell() ?? '',
    ...more,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  };
  const ok = await run('playwright', ['test', ...specs], { env });
  const result = read(report);
  const { expected = 0, flaky = 0 } = result?.stats ?? {};
  if (flaky > 0) flakyTests.push(...passedOnRetry(result));
  const failures = result ? failuresInPlaywright(result) : [];
  return outcome(ok && result !== undefined, expected + flaky, failures);
};

const browser = () => {
  const { specs, shared } = base ? affectedSpecs(root, changed) : { specs: [], shared: [] };
  if (shared.length > 0)
    console.log(
      `These files can affect any screen; run all browser tests with npm test -- e2e:\n  ${shared.join('\n  ')}\n`,
    );
  if (base && specs.length === 0) return outcome(true);
  appendFileSync(notes, 'Smoke tests in Firefox and WebKit: run npm test -- engines.\n');
  return runBrowser(specs);
};

/** The smoke tests in every available browser engine (rule HOLD-20). */
const smoke = () => runBrowser(['e2e/smoke.spec.ts'], { ...otherEngines(), SMOKE: 'all' });

/** Every browser test, with each journey in both languages and at both widths. */
const variants = () => runBrowser([], { JOURNEYS: 'all' });

/** The unit tests on PostgreSQL, through PgBouncer in transaction mode. */
const pooler = (output) => {
  const program = process.env.TEST_POOLER || findOnPath('pgbouncer');
  if (program) return vitest(['node'], { TEST_POOLER: program })(output);
  console.error('PgBouncer was not found. Install version 1.21 or later, or set TEST_POOLER to its program.');
  return outcome(false);
};

const steps = {
  lint: check('biome', 'check', '--error-on-warnings', '.'),
  types: check('tsc', '--noEmit', '--checkers', '1'),
  checks: check('node', 'scripts/checks/run.ts'),
  requirements: check('node', 'scripts/requirements.ts', '--brief'),
  site: vitest(['site']),
  unit: vitest(['page', 'node']),
  release: vitest(['release']),
  e2e: browser,
};
/** Steps that run only on request. */
const optionalSteps = {
  engines: smoke,
  variants,
  pooler,
  pictures: check('node', 'scripts/pictures.ts', '--check'),
};
const all = { ...steps, ...optionalSteps };

const requested = args.filter((arg) => arg !== '--changed');
const unknown = requested.find((name) => !(name in all));
if (unknown) stop(`Unknown step "${unknown}". Steps: ${Object.keys(all).join(', ')}.`);

const chosen = requested.length > 0 ? requested : Object.keys(steps);

/** Runs a step. With `output` its output is printed at the end, otherwise as it runs. */
const runStep = async (name, output) => {
  const started = Date.now();
  if (!output) console.log(`\n== ${name} ==`);
  const result = await all[name](output);
  if (output) console.log(`\n== ${name} ==\n${Buffer.concat(output).toString()}`.trimEnd());
  return { name, ...result, seconds: Math.round((Date.now() - started) / 1000) };
};

// Steps that run beside each other: each alone leaves half of a small machine idle.
const groups = [
  ['lint', 'types', 'checks', 'requirements', 'site', 'pictures'],
  ['unit', 'release'],
  ['e2e'],
  ['engines'],
  ['variants'],
  ['pooler'],
];
/** Long steps, which print as they run. */
const printing = ['unit', 'e2e', 'engines', 'variants', 'pooler'];
const rows = [];
for (const group of groups) {
  const names = chosen.filter((name) => group.includes(name));
  rows.push(
    ...(await Promise.all(names.map((name) => runStep(name, printing.includes(name) ? undefined : [])))),
  );
}

console.log('\nSteps:');
for (const { name, passed, failed, seconds } of rows) {
  console.log(
    `  ${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${String(seconds).padStart(5)} s`,
  );
}
if (existsSync(notes)) console.log(`\nNot run:\n${readFileSync(notes, 'utf8').trimEnd()}`);
if (flakyTests.length > 0)
  console.log(`\nPassed only on retry:\n${flakyTests.map((title) => `  ${title}`).join('\n')}`);
const failures = rows.flatMap(({ name, failures: ofStep }) =>
  ofStep.flatMap(({ title, error }) => [`  ${name}: ${title}`, ...(error ? [`    ${error}`] : [])]),
);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
