import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Bench, isWithinBudget } from './bench.ts';

/** All benchmarks by name. To add one, write a file with a `bench` and add a line here. */
const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  acts: () => import('./acts.ts'),
  chat: () => import('./chat.ts'),
  'core-import': () => import('./core-import.ts'),
  'core-load': () => import('./core-load.ts'),
  'core-night': () => import('./core-night.ts'),
  'database-size': () => import('./database-size.ts'),
  documents: () => import('./documents.ts'),
  events: () => import('./events.ts'),
  find: () => import('./find.ts'),
  kills: () => import('./kills.ts'),
  lives: () => import('./lives.ts'),
  nightly: () => import('./nightly.ts'),
  overview: () => import('./overview.ts'),
  'page-weight': () => import('./page-weight.ts'),
  phone: () => import('./phone.ts'),
  policies: () => import('./policies.ts'),
  'site-build': () => import('./site-build.ts'),
  storm: () => import('./storm.ts'),
  taps: () => import('./taps.ts'),
  transactions: () => import('./transactions.ts'),
  year: () => import('./year.ts'),
};

const selectedNames = process.argv.slice(2);
if (selectedNames.includes('--help')) {
  console.log(`npm run bench                  runs all benchmarks and writes bench/results
npm run bench -- NAME NAME     runs these: ${Object.keys(benches).join(', ')}
npm run bench -- --list        says what each measures`);
  process.exit(0);
}
if (selectedNames.includes('--list')) {
  for (const [name, load] of Object.entries(benches)) console.log(`${name}: ${(await load()).bench.about}`);
  process.exit(0);
}
for (const name of selectedNames) {
  if (!Object.hasOwn(benches, name)) {
    console.error(`There is no benchmark ${name}. There are: ${Object.keys(benches).join(', ')}.`);
    process.exit(2);
  }
}

const results = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(results, { recursive: true });
let overBudgetCount = 0;
for (const [name, open] of Object.entries(benches)) {
  if (selectedNames.length > 0 && !selectedNames.includes(name)) continue;
  const { bench } = await open();
  const [loadBefore = 0] = loadavg();
  console.log(`${name}: ${bench.about}`);
  const figures = await bench.run();
  for (const figure of figures) {
    const { most, least } = figure;
    const budget =
      most === undefined ? (least === undefined ? '' : ` (at least ${least})`) : ` (at most ${most})`;
    const verdict = isWithinBudget(figure) ? '' : '  OVER BUDGET';
    if (verdict) overBudgetCount += 1;
    console.log(`  ${figure.name.padEnd(52)} ${figure.value} ${figure.unit}${budget}${verdict}`);
  }
  const date = new Date().toISOString().slice(0, 10);
  // Times depend on how free the machine was, so record the load average before and after.
  const [loadAfter = 0] = loadavg();
  const machine = {
    processor: cpus()[0]?.model,
    cores: cpus().length,
    node: process.version,
    loadBefore: Math.round(loadBefore * 10) / 10,
    loadAfter: Math.round(loadAfter * 10) / 10,
  };
  writeFileSync(
    `${results}${date}-${name}.json`,
    `${JSON.stringify({ name, date, machine, figures }, null, 2)}\n`,
  );
}
console.log(
  overBudgetCount === 0 ? 'All figures are within budget.' : `${overBudgetCount} figures are over budget.`,
);
process.exit(overBudgetCount === 0 ? 0 : 1);
