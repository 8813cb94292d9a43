// Reads and parses the project's files, for the checks and `npm run requirements`.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, type Program, parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** The project's root folder. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** A file: path from the root with slashes, and text. */
export type Source = { path: string; text: string };

/** A problem found by a check. Warnings are printed but do not fail. */
export type Finding = { path: string; line?: number; message: string; warning?: true };

/** Errors, and the warnings about changed files: those about others would bury them. */
export const shownFindings = (findings: readonly Finding[], changed: ReadonlySet<string>): Finding[] =>
  findings.filter(({ path, warning }) => !warning || changed.has(path));

export type Check = (sources: readonly Source[]) => Finding[];

const skipped = new Set([
  'node_modules',
  'dist',
  'coverage',
  'test-results',
  'playwright-report',
  'package-lock.json',
]);
const textual = /\.(ts|tsx|mjs|js|json|md|css|html|svg|sql|yml|yaml|sh|conf)$/;

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !skipped.has(name) && !name.startsWith('.'))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() && textual.test(entry.name) ? [path] : [];
    });
  return (await Promise.all(found)).flat();
};

/** Every text file of the project, sorted by path, without installed or built files. */
export const readSources = async (folder: string = root): Promise<Source[]> => {
  const files = (await filesIn(folder)).sort();
  return Promise.all(
    files.map(async (file) => ({
      path: relative(folder, file).split(sep).join('/'),
      text: await readFile(file, 'utf8'),
    })),
  );
};

/** Whether a file is TypeScript or JavaScript. */
export const isCode = ({ path }: Source): boolean => /\.(tsx?|m?js)$/.test(path) && !path.endsWith('.d.ts');

/** Whether a file is a test or test support. */
export const isTest = ({ path }: Source): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)(testing|e2e)(\/|\.ts$)/.test(path);

/** Line of an offset in a text, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const parsed = new WeakMap<Source, Program>();

/**
 * The syntax tree of a file, cached.
 * @throws Error with the file's path when it cannot be parsed
 */
export const programOf = (source: Source): Program => {
  const cached = parsed.get(source);
  if (cached) return cached;
  const { program, errors } = parseSync(source.path, source.text);
  const [error] = errors;
  if (error) throw new Error(`${source.path}: ${error.message}`);
  parsed.set(source, program);
  return program;
};

/** Walks the syntax tree of a file. */
export const visit = (source: Source, visitor: VisitorObject): void =>
  new Visitor(visitor).visit(programOf(source));

/** The text of a string or template literal, with an ellipsis for each placeholder; undefined for other nodes. */
export const textOf = (node: Node | null | undefined): string | undefined => {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…');
  return undefined;
};
