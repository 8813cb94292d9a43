import type { Expression, Super } from 'oxc-parser';
import { type Check, type Finding, isCode, lineAt, type Source, textOf, visit } from './source.ts';

/** A test with its full title, as the runner shows it. */
export type TestCase = { path: string; line: number; title: string };

const runners = new Set(['test', 'it', 'describe']);

/** The chain of names of a runner call, `['test', 'describe', 'each']` for `test.describe.each(rows)`; else undefined. */
const chainOf = (node: Expression | Super): string[] | undefined => {
  if (node.type === 'Identifier') return runners.has(node.name) ? [node.name] : undefined;
  if (node.type === 'CallExpression') return chainOf(node.callee);
  if (node.type === 'TaggedTemplateExpression') return chainOf(node.tag);
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const front = chainOf(node.object);
  return front && node.property.type === 'Identifier' ? [...front, node.property.name] : undefined;
};

const skippingModifiers = new Set(['skip', 'todo', 'fixme', 'fails', 'fail']);

/** Every test of a file except skipped ones. Titles include those of their groups. */
export const testsOf = (source: Source): TestCase[] => {
  const groups: { title: string; end: number }[] = [];
  const found: TestCase[] = [];
  visit(source, {
    CallExpression(node) {
      const chain = chainOf(node.callee);
      const title = textOf(node.arguments[0]);
      const body = node.arguments.at(-1);
      if (!chain || title === undefined || chain.some((part) => skippingModifiers.has(part))) return;
      if (body?.type !== 'ArrowFunctionExpression' && body?.type !== 'FunctionExpression') return;
      while ((groups.at(-1)?.end ?? Infinity) < node.start) groups.pop();
      const fullTitle = [...groups.map((group) => group.title), title].join(' > ');
      if (chain.includes('describe')) groups.push({ title, end: node.end });
      else if (chain.every((part) => part !== 'step')) {
        found.push({ path: source.path, line: lineAt(source.text, node.start), title: fullTitle });
      }
    },
  });
  return found;
};

/** Whether a test runner picks up this file. */
export const isTestFile = ({ path }: Source): boolean =>
  /^(apps|packages|scripts)\/.*\.test\.tsx?$/.test(path) || /^e2e\/.*\.spec\.ts$/.test(path);

/** No test is skipped or focused: a green suite has run completely. */
export const skippedTests: Check = (sources) => {
  const findings: Finding[] = [];
  for (const source of sources) {
    if (!isCode(source) || !isTestFile(source)) continue;
    visit(source, {
      CallExpression(node) {
        const chain = chainOf(node.callee);
        const modifier = chain?.find((part) => part === 'only' || skippingModifiers.has(part));
        if (modifier) {
          const line = lineAt(source.text, node.start);
          findings.push({
            path: source.path,
            line,
            message: `test.${modifier}: every test must run, every time`,
          });
        }
      },
    });
  }
  return findings;
};
