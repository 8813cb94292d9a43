import { type Check, type Finding, isTest, lineAt, type Source, visit } from './source.ts';

const index = 'packages/ui/src/index.ts';
const guides = 'packages/ui/gallery/guide/is.ts';

/** Contexts, which show nothing; the tests of the parts that read them render them. */
const contexts = new Set(['DialogRegion']);

/** The components that `packages/ui` exports from `parts`, with their offsets. */
const partsIn = (source: Source): { name: string; start: number }[] => {
  const found: { name: string; start: number }[] = [];
  visit(source, {
    ExportNamedDeclaration: ({ exportKind, source: from, specifiers }) => {
      if (exportKind === 'type' || !from?.value.startsWith('./parts/')) return;
      for (const { exported, exportKind: kind, start } of specifiers)
        if (
          kind !== 'type' &&
          exported.type === 'Identifier' &&
          /^[A-Z]/.test(exported.name) &&
          !contexts.has(exported.name)
        )
          found.push({ name: exported.name, start });
    },
  });
  return found;
};

/**
 * Every part that `packages/ui` exports is rendered by a test and by the gallery, which says when to use it and when not
 * (the compiler checks that it says so in both languages).
 */
export const testedParts: Check = (sources) => {
  const source = sources.find(({ path }) => path === index);
  if (!source) return [];
  const tests = sources.filter((each) => /^packages\/ui\/src\/.*\.tsx$/.test(each.path) && isTest(each));
  const pages = sources.filter(({ path }) => /^packages\/ui\/gallery\/[^/]*\.tsx$/.test(path));
  const guide = sources.find(({ path }) => path === guides)?.text ?? '';
  const renders = (name: string) => {
    const tag = new RegExp(`<${name}[\\s/>]`);
    return ({ text }: Source): boolean => tag.test(text);
  };
  return partsIn(source).flatMap(({ name, start }) => {
    const missing = [
      !tests.some(renders(name)) && 'a test in packages/ui/src that renders it',
      !pages.some(renders(name)) && 'a page in packages/ui/gallery',
      !new RegExp(`^ {2}${name}: \\{`, 'm').test(guide) && `when to use it, in ${guides}`,
    ].filter((each) => each !== false);
    return missing.map(
      (what): Finding => ({
        path: index,
        line: lineAt(source.text, start),
        message: `${name} lacks ${what}`,
      }),
    );
  });
};
