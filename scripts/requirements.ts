// `npm run requirements`: for each rule of docs/requirements.md the tests that carry its id.
// `--open` lists only the rules that no test carries, `--brief` only what is wrong and the count.

import { readSources, type Source } from './checks/source.ts';
import { holdsTests, type TestCase, testsOf } from './checks/tests.ts';

/** Where the rules stand. */
export const rulesPath = 'docs/requirements.md';

/** A rule with its tests, in the order of the document. */
export type Rule = { id: string; text: string; tests: TestCase[] };

/** Rules with their tests, and what is wrong, a line each. */
export type Requirements = { rules: Rule[]; faults: string[] };

const ruleLine = /^- \*\*([A-Z]+-\d+[a-z]?)\*\* (.+)$/gm;

/**
 * Reads the rules and finds the tests whose title carries their ids. Wrong are a rule told twice, and an id in a title
 * that is no rule's though it looks like one: `KT-99`, or `PATH-7` where the rules are `PATH-7a` to `PATH-7c`.
 */
export const readRequirements = (sources: readonly Source[]): Requirements => {
  const rules = new Map<string, Rule>();
  const faults: string[] = [];
  const document = sources.find(({ path }) => path === rulesPath)?.text ?? '';
  for (const [, id = '', text = ''] of document.matchAll(ruleLine)) {
    if (rules.has(id)) faults.push(`${rulesPath}: ${id} is told twice`);
    rules.set(id, { id, text, tests: [] });
  }
  if (rules.size === 0) return { rules: [], faults: [`${rulesPath}: no rules found`] };

  const groups = [...new Set([...rules.keys()].map((id) => id.split('-')[0]))].join('|');
  const ids = new RegExp(`\\b(?:${groups})-\\d+[a-z]?\\b`, 'g');
  for (const test of sources.filter(holdsTests).flatMap(testsOf)) {
    for (const id of new Set(test.title.match(ids))) {
      const rule = rules.get(id);
      if (rule) rule.tests.push(test);
      else faults.push(`${test.path}:${test.line}: no rule is called ${id}`);
    }
  }
  return { rules: [...rules.values()], faults };
};

/** What is printed: the rules asked for, the faults, and a line that counts. */
export const report = ({ rules, faults }: Requirements, what: 'all' | 'open' | 'brief'): string => {
  const open = rules.filter((rule) => rule.tests.length === 0);
  const listed = what === 'all' ? rules : what === 'open' ? open : [];
  const proving = new Set(rules.flatMap((rule) => rule.tests)).size;
  return [
    ...listed.flatMap(({ id, text, tests }) => [
      tests.length > 0 ? id : `${id} (open) ${text}`,
      ...tests.map(({ path, line, title }) => `    ${path}:${line}  ${title}`),
    ]),
    ...faults,
    `${rules.length - open.length} of ${rules.length} rules are proved, ${open.length} are open. Tests that prove one: ${proving}.`,
  ].join('\n');
};

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const requirements = readRequirements(await readSources());
  const what = asked.includes('--open') ? 'open' : asked.includes('--brief') ? 'brief' : 'all';
  console.log(report(requirements, what));
  process.exitCode = requirements.faults.length > 0 ? 1 : 0;
}
