// What a report says of the tests that failed. The last lines of `npm test` name them: of a long log often only the end
// is kept.
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The first lines that say something, without colours. */
const linesOf = (text = '', most = 1) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, most);

/**
 * Failed tests, and files that could not be loaded, prepared or cleaned up, in Vitest's JSON report. File names are
 * relative to the folder `root`.
 */
export const failuresInVitest = ({ testResults = [] }, root) =>
  testResults.flatMap(({ name, status, message, assertionResults = [] }) => {
    const file = relative(root, name).split(sep).join('/');
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages = [] }) => ({
        title: `${file} ${fullName.trim()}`,
        error: linesOf(failureMessages[0]).join(),
      }));
    const itself = status === 'failed' && (message || failed.length === 0);
    return itself ? [...failed, { title: file, error: linesOf(message).join() }] : failed;
  });

/** Playwright's first line only names the assertion; the lines after it say what was expected. */
const ofBrowser = (message) => linesOf(message, 3).join(' | ');

/** The tests with a status, such as "unexpected" or "flaky", in the suites of Playwright's JSON report. */
const testsWith = (wanted, suites = []) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results = [] }) => ({
          title: `${file}:${line} ${title}`,
          error: ofBrowser(results.find(({ error }) => error?.message)?.error.message),
        })),
    ),
    ...testsWith(wanted, inner),
  ]);

/** Failed tests in Playwright's JSON report, and errors outside of tests, such as a server that does not start. */
export const failuresInPlaywright = ({ suites, errors = [] }) => [
  ...testsWith('unexpected', suites),
  ...errors.map(({ message }) => ({ title: 'outside of any test', error: ofBrowser(message) })),
];

/** Titles of the tests that passed when retried, in Playwright's JSON report. */
export const passedOnRetry = ({ suites }) => testsWith('flaky', suites).map(({ title }) => title);

/** What a check printed first, in at most five lines: it reports no tests, and begins with what it found. */
export const firstLines = (output) => linesOf(output, 5).map((line) => ({ title: line, error: '' }));
