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

test('a test carries the ids in its title, several of them too, and tells where it stands', () => {
  expect(carried(`import { test } from 'vitest';\ntest('KT-1 and PAY-1: both', () => {});`)).toEqual([
    'KT-1 2 KT-1 and PAY-1: both',
    'PAY-1 2 KT-1 and PAY-1: both',
  ]);
});

test('titles of every shape are read: it, each, tables, templates and modifiers', () => {
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

test('the title of a group counts for each test in it, not for the group alone nor for tests after it', () => {
  const grouped = `
    describe('KT-1', () => { test('a', () => {}); describe('x', () => { test('b', () => {}); }); });
    test('after', () => {});
    describe('PAY-1', () => {});`;
  expect(carried(grouped)).toEqual(['KT-1 2 KT-1 > a', 'KT-1 2 KT-1 > x > b']);
});

test('a skipped test, a step, a comment and another function prove nothing', () => {
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

test('only files that a runner takes are read', () => {
  const text = `test('KT-1: x', () => {})`;
  expect(carried(text, 'e2e/sign-in.spec.ts')).toHaveLength(1);
  expect(carried(text, 'apps/web/src/a.test.tsx')).toHaveLength(1);
  expect(carried(text, 'packages/domain/src/kennitala.ts')).toHaveLength(0);
});

test('an id that no rule has is a fault, a rule’s number without its letter too', () => {
  const { faults } = read(`test('KT-9: x', () => {});\ntest('KT-2 x', () => {});`);
  expect(faults).toEqual([
    'packages/domain/src/kennitala.test.ts:1: no rule is called KT-9',
    'packages/domain/src/kennitala.test.ts:2: no rule is called KT-2',
  ]);
});

test('what only looks like an id is none', () => {
  expect(read(`test('UTF-8, SHA-256 and RFC-9457', () => {})`).faults).toEqual([]);
});

test('a rule told twice is a fault, and so is a document without rules', () => {
  const twice = { path: rulesPath, text: rules.text.repeat(2) };
  expect(readRequirements([twice]).faults).toContain(`${rulesPath}: KT-1 is told twice`);
  expect(readRequirements([]).faults).toEqual([`${rulesPath}: no rules found`]);
});

test('the report lists rules with their tests, the open ones, and ends with a count', () => {
  const requirements = read(`test('KT-1: x', () => {})`);
  const count = '1 of 3 rules are proved, 2 are open. Tests that prove one: 1.';
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

test('the project’s own rules are read, and its tests carry no unknown id', async () => {
  const { rules: own, faults } = readRequirements(await readSources());
  expect(own).toHaveLength(251);
  expect(faults).toEqual([]);
});
