import { expect, test } from 'vitest';
import { readSources } from './checks/source.ts';
import { readRequirements, report, rulesPath } from './requirements.ts';

const rules = {
  path: rulesPath,
  text: '# Rules\n- **KT-1** Ten digits.\n- **KT-2a** Weights.\n- **PAY-1** Contact.\n',
};
const read = (text: string, path = 'packages/domain/src/kennitala.test.ts') =>
  readRequirements([rules, { path, text }]);
const carried = (text: string, path?: string) =>
  read(text, path).rules.flatMap(({ id, tests }) => tests.map(({ title, line }) => `${id} ${line} ${title}`));

test('a test has one or more ids in its title, and a path and line', () => {
  expect(carried(`import { test } from 'vitest';\ntest('KT-1 and PAY-1: both', () => {});`)).toEqual([
    'KT-1 2 KT-1 and PAY-1: both',
    'PAY-1 2 KT-1 and PAY-1: both',
  ]);
});

test('all forms of titles are read: it, each, tables, templates and modifiers', () => {
  for (const call of [
    `it('KT-1: x', () => {})`,
    `it("KT-1: x", async function () {})`,
    `test(\`KT-1: \${1}\`, () => {})`,
    `test.each([1])('KT-1: %s', () => {})`,
    `test.concurrent('KT-1: x', { timeout: 5 }, () => {})`,
  ]) {
    expect([call, carried(call).length]).toEqual([call, 1]);
  }
});

test('a group’s title counts for the tests in it, not for an empty group or later tests', () => {
  const grouped = `
    describe('KT-1', () => { test('a', () => {}); describe('x', () => { test('b', () => {}); }); });
    test('after', () => {});
    describe('PAY-1', () => {});`;
  expect(carried(grouped)).toEqual(['KT-1 2 KT-1 > a', 'KT-1 2 KT-1 > x > b']);
});

test('skipped tests, steps, comments and other functions do not count', () => {
  for (const text of [
    `test.skip('KT-1: x', () => {})`,
    `test.todo('KT-1: x')`,
    `// test('KT-1: x', () => {})`,
    `const test2 = () => {}; test2('KT-1: x', () => {})`,
    `log('KT-1: x', () => {})`,
    `test.step('KT-1: x', () => {})`,
  ]) {
    expect([text, carried(text)]).toEqual([text, []]);
  }
});

test('only test files are read', () => {
  const text = `test('KT-1: x', () => {})`;
  expect(carried(text, 'e2e/sign-in.spec.ts')).toHaveLength(1);
  expect(carried(text, 'apps/web/src/a.test.tsx')).toHaveLength(1);
  expect(carried(text, 'packages/domain/src/kennitala.ts')).toHaveLength(0);
});

test('an unknown id is an error, also a rule’s number without its letter', () => {
  const { faults } = read(`test('KT-9: x', () => {});\ntest('KT-2 x', () => {});`);
  expect(faults).toEqual([
    'packages/domain/src/kennitala.test.ts:1: unknown rule KT-9',
    'packages/domain/src/kennitala.test.ts:2: unknown rule KT-2',
  ]);
});

test('text that only resembles an id is ignored', () => {
  expect(read(`test('UTF-8, SHA-256 and RFC-9457', () => {})`).faults).toEqual([]);
});

test('a duplicate rule and a document without rules are errors', () => {
  const twice = { path: rulesPath, text: rules.text.repeat(2) };
  expect(readRequirements([twice]).faults).toContain(`${rulesPath}: KT-1 is listed twice`);
  expect(readRequirements([]).faults).toEqual([`${rulesPath}: no rules found`]);
});

test('the report lists rules with their tests, open rules, and the counts', () => {
  const requirements = read(`test('KT-1: x', () => {})`);
  const count = '1 of 3 rules have tests, 2 are open. Tests with a rule: 1.';
  expect(report(requirements, 'all').split('\n')).toEqual([
    'KT-1',
    '    packages/domain/src/kennitala.test.ts:1  KT-1: x',
    'KT-2a (open) Weights.',
    'PAY-1 (open) Contact.',
    count,
  ]);
  expect(report(requirements, 'open').split('\n')).toEqual([
    'KT-2a (open) Weights.',
    'PAY-1 (open) Contact.',
    count,
  ]);
  expect(report(requirements, 'brief')).toBe(count);
});

test('the project’s rules are read, and its tests have no unknown id', async () => {
  const { rules: own, faults } = readRequirements(await readSources());
  expect(own).toHaveLength(385);
  expect(faults).toEqual([]);
});
