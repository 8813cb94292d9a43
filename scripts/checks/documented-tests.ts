import { type Finding, isTest, lineAt, type Source } from './source.ts';

const isSecurityDocument = ({ path }: Source): boolean => path === 'docs/security.md';

/** Titles in the column of a table that says where something is tested: `"title" in `file``, the end of a title as `…`. */
const titlesIn = (row: string): { title: string; file: string | undefined }[] =>
  [...row.matchAll(/"([^"]+)"(?: in `([^`]+)`)?/g)].map(([, title = '', file]) => ({
    title: title.replace(/ ?…$/, ''),
    file,
  }));

/** The security document names only tests that exist, in the file that it names, if it names one. */
export const documentedTests = (sources: readonly Source[]): Finding[] => {
  const tests = sources.filter(isTest);
  return sources.filter(isSecurityDocument).flatMap(({ path, text }) =>
    [...text.matchAll(/^\|[^|\n]*\|[^|\n]*\|([^|\n]*)\|/gm)].flatMap(({ index, 1: where = '' }) =>
      titlesIn(where)
        .filter(({ title, file }) => {
          // A title may escape its quotes, or be all that a rule's tests begin with.
          const holds = (source: Source) => source.text.replaceAll('\\', '').includes(title);
          return !tests.some((source) => (file === undefined || source.path === file) && holds(source));
        })
        .map(({ title, file }) => ({
          path,
          line: lineAt(text, index),
          message: `no test${file ? ` of ${file}` : ''} has the title "${title}"`,
        })),
    ),
  );
};
