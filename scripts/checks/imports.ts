import { posix } from 'node:path';
import { lineAt, type Source, textOf, visit } from './source.ts';

export type Import = { specifier: string; line: number };

const found = new WeakMap<Source, Import[]>();

/** What a file imports and re-exports: values and types, also by `import()` and `require()`. */
export const importsOf = (source: Source): Import[] => {
  const known = found.get(source);
  if (known) return known;
  const imports: Import[] = [];
  const add = (node: Parameters<typeof textOf>[0]): void => {
    // A path made at run time leads to what was built, and is not looked at.
    const specifier = node?.type === 'Literal' ? textOf(node) : undefined;
    if (node && specifier) imports.push({ specifier, line: lineAt(source.text, node.start) });
  };
  visit(source, {
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0]);
    },
  });
  found.set(source, imports);
  return imports;
};

/** Path from the root of the file that an import leads to; undefined for what is installed. */
export const targetOf = ({ path }: Source, specifier: string): string | undefined => {
  const [file = ''] = specifier.split('?');
  if (file.startsWith('.')) return posix.join(posix.dirname(path), file);
  const [scope, name, ...rest] = file.split('/');
  if (scope !== '@hofn') return undefined;
  return `packages/${name}/src/${rest.length > 0 ? rest.join('/') : 'index.ts'}`;
};
