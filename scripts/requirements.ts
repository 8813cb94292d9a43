// `npm run requirements`: lists each rule of docs/requirements.md with the tests that have its id in their title.
// `--open` lists only rules without tests, `--brief` only errors and the counts.

import { readSources, type Source } from './checks/source.ts';
import { isTestFile, type TestCase, testsOf } from './checks/tests.ts';

export const rulesPath = 'docs/requirements.md';

export type Rule = { id: string; text: string; tests: TestCase[] };

/** Rules with their tests in document order, and errors, one line each. */
export type Requirements = { rules: Rule[]; faults: string[] };

const ruleLine = /^- \*\*([A-Z]+-\d+[a-z]?)\*\* (.+)$/gm;

/**
 * Reads the rules and finds the tests with their ids. Errors are duplicate rules, and unknown ids in titles: `KT-99`, or
 * `PATH-7` where the rules are `PATH-7a` to `PATH-7c`.
 */
export const readRequirements = (sources: readonly Source[]): Requirements => {
  const rules = new Map<string, Rule>();
  const faults: string[] = [];
  const document = sources.find(({ path }) => path === rulesPath)?.text ?? '';
  for (const [, id = '', text = ''] of document.matchAll(ruleLine)) {
    if (rules.has(id)) faults.push(`${rulesPath}: ${id} is listed twice`);
    rules.set(id, { id, text, tests: [] });
  }
  if (rules.size === 0) return { rules: [], faults: [`${rulesPath}: no rules found`] };

  const groups = [...new Set([...rules.keys()].map((id) => id.split('-')[0]))].join('|');
  const ids = new RegExp(`\\b(?:${groups})-\\d+[a-z]?\\b`, 'g');
  for (const test of sources.filter(isTestFile).flatMap(testsOf)) {
    for (const id of new Set(test.title.match(ids))) {
      const rule = rules.get(id);
      if (rule) rule.tests.push(test);
      else faults.push(`${test.path}:${test.line}: unknown rule ${id}`);
    }
  }
  return { rules: [...rules.values()], faults };
};

/** The selected rules, the errors, and a line with the counts. */
export const report = ({ rules, faults }: Requirements, mode: 'all' | 'open' | 'brief'): string => {
  const open = rules.filter((rule) => rule.tests.length === 0);
  const listed = mode === 'all' ? rules : mode === 'open' ? open : [];
  const proving = new Set(rules.flatMap((rule) => rule.tests)).size;
  return [
    ...listed.flatMap(({ id, text, tests }) => [
      tests.length > 0 ? id : `${id} (open) ${text}`,
      ...tests.map(({ path, line, title }) => `    ${path}:${line}  ${title}`),
    ]),
    ...faults,
    `${rules.length - open.length} of ${rules.length} rules have tests, ${open.length} are open. Tests with a rule: ${proving}.`,
  ].join('\n');
};

const help = `npm run requirements                lists each rule with the tests that prove it
npm run requirements -- --open      only rules without tests
npm run requirements -- --brief     only errors and the counts`;

if (import.meta.main && process.argv.includes('--help')) {
  console.log(help);
} else if (import.meta.main) {
  const options = process.argv.slice(2);
  const requirements = readRequirements(await readSources());
  const mode = options.includes('--open') ? 'open' : options.includes('--brief') ? 'brief' : 'all';
  console.log(report(requirements, mode));
  process.exitCode = requirements.faults.length > 0 ? 1 : 0;
}
