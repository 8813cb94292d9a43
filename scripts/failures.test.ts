import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failuresInPlaywright, failuresInVitest, firstLines, passedOnRetry } from './failures.mjs';

const root = join(import.meta.dirname, '..');
const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
const inFile = (name: string, more: object) => ({
  name: join(root, 'apps', 'api', name),
  message: '',
  ...more,
});

test('failed unit tests are named by file and title, with the first line of the error; others are not', () => {
  const assertionResults = [
    {
      fullName: 'claims DATA-9: a claim is filed',
      status: 'failed',
      failureMessages: [`${red('AssertionError')}: expected 1 to be 2\n    at claims.test.ts:4:22`],
    },
    { fullName: 'claims are listed', status: 'passed', failureMessages: [] },
    { fullName: ' no group', status: 'failed' },
  ];
  expect(
    failuresInVitest(
      { testResults: [inFile('claims.test.ts', { status: 'failed', assertionResults })] },
      root,
    ),
  ).toEqual([
    {
      title: 'apps/api/claims.test.ts claims DATA-9: a claim is filed',
      error: 'AssertionError: expected 1 to be 2',
    },
    { title: 'apps/api/claims.test.ts no group', error: '' },
  ]);
});

test('a file that cannot be loaded, prepared or cleaned up is named beside its failed tests', () => {
  const message = "\nCannot find module './missing.ts'\n    at x";
  const failed = { fullName: 'a', status: 'failed', failureMessages: ['Error: b'] };
  const skipped = { fullName: 'c', status: 'skipped', failureMessages: [] };
  const testResults = [
    inFile('missing.test.ts', { status: 'failed', message, assertionResults: [] }),
    inFile('before.test.ts', { status: 'failed', assertionResults: [skipped] }),
    inFile('after.test.ts', { status: 'failed', message: 'Error: not closed', assertionResults: [failed] }),
    inFile('good.test.ts', { status: 'passed', assertionResults: [skipped] }),
  ];
  expect(failuresInVitest({ testResults }, root)).toEqual([
    { title: 'apps/api/missing.test.ts', error: "Cannot find module './missing.ts'" },
    { title: 'apps/api/before.test.ts', error: '' },
    { title: 'apps/api/after.test.ts a', error: 'Error: b' },
    { title: 'apps/api/after.test.ts', error: 'Error: not closed' },
  ]);
});

const spec = (title: string, status: string, results: object[] = []) => ({
  file: 'claims.spec.ts',
  line: 7,
  title,
  tests: [{ status, results }],
});
const timedOut = {
  error: { message: `${red('Error')}: expect(locator).toBeVisible()\n\nLocator: a\nExpected: b\nc` },
};

test('failed browser tests are named in suites of any depth, with what was expected, and errors outside of tests', () => {
  const suites = [
    {
      specs: [spec('DATA-9: filed', 'unexpected', [{}, timedOut]), spec('listed', 'expected')],
      suites: [{ specs: [spec('inner', 'unexpected'), spec('late', 'flaky', [timedOut])] }],
    },
  ];
  expect(failuresInPlaywright({ suites, errors: [{ message: 'Error: no server\nx' }] })).toEqual([
    {
      title: 'claims.spec.ts:7 DATA-9: filed',
      error: 'Error: expect(locator).toBeVisible() | Locator: a | Expected: b',
    },
    { title: 'claims.spec.ts:7 inner', error: '' },
    { title: 'outside of any test', error: 'Error: no server | x' },
  ]);
  expect(passedOnRetry({ suites })).toEqual(['claims.spec.ts:7 late']);
});

test('of a check, the first five lines that say something are repeated', () => {
  expect(firstLines(`\n${red('a.ts:1:1')} lint\n\n  b\nc\nd\ne\nf\n`).map(({ title }) => title)).toEqual([
    'a.ts:1:1 lint',
    'b',
    'c',
    'd',
    'e',
  ]);
});
