import { readFileSync } from 'node:fs';

const table = readFileSync(new URL('../src/templates.ts', import.meta.url), 'utf8');
const rows = table.matchAll(/^ {2}(\w+): \(\) => import\('\.\/(.+)'\),$/gm);

/**
 * Page type → source of its template, relative to `apps/web`. Read from the text of `src/templates.ts`: importing the
 * table would not give the paths.
 */
export const templateSources: ReadonlyMap<string, string> = new Map(
  Array.from(rows, ([, name = '', source]) => [name, `src/${source}`]),
);

if (templateSources.size !== table.split('import(').length - 1)
  throw new Error("A row of src/templates.ts is not of the form type: () => import('./path.tsx'),");
