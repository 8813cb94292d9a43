import type { Node } from 'oxc-parser';
import { type Check, isCode, isTest, lineAt, type Source, visit } from './source.ts';

const maxLines = 80;
const hardMaxLines = 140;

// Data in the shape of a function: a demo customer's life, one entry after another.
const isStory = ({ path }: Source): boolean => path.startsWith('packages/demo/src/stories/');

/** Functions over the hard limit that wait to be split: `path name`, and why each is still long. */
const knownLongFunctions: Readonly<Record<string, string>> = {
  'apps/web/src/engine/router.ts createRouter':
    'one history with its navigations; in the first load of every public page, which is at its limit',
};

/** Every function of a file with its name; callbacks have none. */
const functionsIn = (source: Source): { name: string | undefined; start: number; lines: number }[] => {
  const found: ReturnType<typeof functionsIn> = [];
  const names = new WeakMap<Node, string>();
  const setName = (node: Node | null | undefined, name: Node | null | undefined): void => {
    if (node && name?.type === 'Identifier') names.set(node, name.name);
  };
  const add = (node: Node): void => {
    const lines = source.text.slice(node.start, node.end).split('\n').length;
    found.push({ name: names.get(node), start: node.start, lines });
  };
  visit(source, {
    VariableDeclarator: ({ id, init }) => setName(init, id),
    Property: ({ key, value }) => setName(value, key),
    MethodDefinition: ({ key, value }) => setName(value, key),
    PropertyDefinition: ({ key, value }) => setName(value, key),
    FunctionDeclaration: (node) => {
      setName(node, node.id);
      add(node);
    },
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  });
  return found;
};

const longFunctionsOf = (source: Source) =>
  functionsIn(source)
    .filter(({ lines }) => lines > maxLines)
    .map(({ name, start, lines }) => ({
      path: source.path,
      line: lineAt(source.text, start),
      lines,
      name: name ?? 'a callback',
    }));

/**
 * A function should fit on a screen: a warning above 80 lines, an error above 140. Tests and the demo's stories are exempt;
 * functions in `known` only warn.
 */
export const longFunctionsExcept =
  (known: Readonly<Record<string, string>>): Check =>
  (sources) => {
    const checked = sources.filter((source) => isCode(source) && !isTest(source) && !isStory(source));
    const long = checked.flatMap(longFunctionsOf);
    const tooLong = new Set(
      long.filter(({ lines }) => lines > hardMaxLines).map(({ path, name }) => `${path} ${name}`),
    );
    const findings = long.map(({ path, line, name, lines }) => {
      const isError = lines > hardMaxLines && known[`${path} ${name}`] === undefined;
      const message = `${name} has ${lines} lines, more than ${isError ? hardMaxLines : maxLines}: split it by meaning`;
      return { path, line, message, ...(!isError && { warning: true as const }) };
    });
    const paths = new Set(checked.map(({ path }) => path));
    const outdated = Object.keys(known).flatMap((entry) => {
      const path = entry.slice(0, entry.indexOf(' '));
      return !paths.has(path) || tooLong.has(entry)
        ? []
        : [
            {
              path,
              message: `${entry} is short now: remove it from knownLongFunctions`,
              warning: true as const,
            },
          ];
    });
    return [...findings, ...outdated];
  };

export const longFunctions = longFunctionsExcept(knownLongFunctions);
