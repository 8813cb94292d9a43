import { type Check, type Finding, lineAt } from './source.ts';

/** The major version of Node that every platform runs (docs/decisions/0001-node-from-the-registry.md). */
const major = '24';

/** What names a version of Node: a binary of a platform, or the types. */
const isNode = (name: string): boolean =>
  /^node-(?:bin-)?(?:darwin|linux|win)-\w+$/.test(name) || name === '@types/node';

/** One major version of Node everywhere: binaries of all platforms, types, and the container image. */
export const oneNode: Check = (sources) =>
  sources.flatMap(({ path, text }): Finding[] => {
    if (path !== 'package.json') return [];
    const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
    return ['devDependencies', 'optionalDependencies']
      .flatMap((group) => Object.entries(manifest[group] ?? {}))
      .filter(([name, version]) => isNode(name) && !version.startsWith(`${major}.`))
      .map(([name, version]) => ({
        path,
        line: lineAt(text, text.indexOf(`"${name}"`)),
        message: `${name} is ${version}: every platform runs Node ${major}`,
      }));
  });
