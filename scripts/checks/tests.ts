import type { Expression, Super } from 'oxc-parser';
import { type Check, type Finding, isCode, lineAt, type Source, textOf, visit } from './source.ts';

/** A test with its whole title, as the runner shows it, and the line it stands on. */
export type TestCase = { path: string; line: number; title: string };

const runners = new Set(['test', 'it', 'describe']);

/** `test` and `['describe', 'each']` of `test.describe.each(rows)`; undefined for what is no call of a runner. */
const chainOf = (node: Expression | Super): string[] | undefined => {
  if (node.type === 'Identifier') return runners.has(node.name) ? [node.name] : undefined;
  if (node.type === 'CallExpression') return chainOf(node.callee);
  if (node.type === 'TaggedTemplateExpression') return chainOf(node.tag);
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const front = chainOf(node.object);
  return front && node.property.type === 'Identifier' ? [...front, node.property.name] : undefined;
};

const never = new Set(['skip', 'todo', 'fixme', 'fails', 'fail']);

/** Every test of a file. A group's title stands before the title of each test in it; a skipped test is none. */
export const testsOf = (source: Source): TestCase[] => {
  const groups: { title: string; end: number }[] = [];
  const found: TestCase[] = [];
  visit(source, {
    CallExpression(node) {
      const chain = chainOf(node.callee);
      const title = textOf(node.arguments[0]);
      const body = node.arguments.at(-1);
      if (!chain || title === undefined || chain.some((part) => never.has(part))) return;
      if (body?.type !== 'ArrowFunctionExpression' && body?.type !== 'FunctionExpression') return;
      while ((groups.at(-1)?.end ?? Infinity) < node.start) groups.pop();
      const whole = [...groups.map((group) => group.title), title].join(' > ');
      if (chain.includes('describe')) groups.push({ title, end: node.end });
      else if (chain.every((part) => part !== 'step')) {
        found.push({ path: source.path, line: lineAt(source.text, node.start), title: whole });
      }
    },
  });
  return found;
};

/** Whether a file is one that a runner takes tests from. */
export const holdsTests = ({ path }: Source): boolean =>
  /^(apps|packages|scripts)\/.*\.test\.tsx?$/.test(path) || /^e2e\/.*\.spec\.ts$/.test(path);

/** No test is skipped or alone: a suite that is green has run. */
export const skippedTests: Check = (sources) => {
  const findings: Finding[] = [];
  for (const source of sources) {
    if (!isCode(source) || !holdsTests(source)) continue;
    visit(source, {
      CallExpression(node) {
        const chain = chainOf(node.callee);
        const word = chain?.find((part) => part === 'only' || never.has(part));
        if (word) {
          const line = lineAt(source.text, node.start);
          findings.push({ path: source.path, line, message: `test.${word}: every test runs, each time` });
        }
      },
    });
  }
  return findings;
};
