import { posix } from 'node:path';
import { type Check, type Finding, isCode, isTest, lineAt, type Source, textOf, visit } from './source.ts';

type Text = { path: string; line: number; category: string; key: string };

const catalogue = /^packages\/texts\/src\/catalogue\/is\/[\w-]+\.ts$/;

/** Every text of the Icelandic catalogues; plural forms count as one. */
const textsOf = (source: Source): Text[] => {
  const texts: Text[] = [];
  const depth: string[] = [];
  const nameOf = (key: { type: string }): string =>
    'name' in key ? String(key.name) : 'value' in key ? String(key.value) : '';
  visit(source, {
    Property(node) {
      depth.push(nameOf(node.key));
      if (depth.length !== 2 || textOf(node.value) === undefined) return;
      const [category = '', key = ''] = depth;
      texts.push({ path: source.path, line: lineAt(source.text, node.start), category, key });
    },
    'Property:exit'() {
      depth.pop();
    },
  });
  const isPlural = (key: string): boolean =>
    texts.some((text) => text.key === `${key}.one`) && texts.some((text) => text.key === `${key}.other`);
  return texts
    .filter(({ key }) => !key.endsWith('.one'))
    .map((text) => {
      const key = text.key.replace(/\.other$/, '');
      return isPlural(key) ? { ...text, key } : text;
    });
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Beginnings of keys that end in data: a fault's reason, a column, a form's kind. No file near the template names them. */
const namedByData = [
  'access|',
  'archiveTable|',
  'caseForm|',
  'caseKind|',
  'claimFault|',
  'claimField|',
  'claimHint|',
  'communication|',
  'contentField|',
  'customerPage|',
  'feedback|',
  'find|by.',
  'find|state.',
  'privacyCase|reasonsIn.',
  'privacyKept|',
  'queue|event.',
  'refusalGround|',
  'signInWay|',
  'views|part.',
  'vehicleClass|',
];

/** Beginnings of keys that another system names: the insurer's core gives benefits, services answer with error codes. */
const namedElsewhere = ['benefits|', 'errorCode|'];

/** What one file says: its strings and property names, which names can fill a template, and what it imports. */
type Words = { names: Set<string>; literals: Set<string>; imports: string[] };

const fileOf = (from: string, specifier: string): string => {
  const workspace = /^@hofn\/([\w-]+)(?:\/(.+))?$/.exec(specifier);
  if (workspace) return `packages/${workspace[1]}/src/${workspace[2] ?? 'index.ts'}`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
};

const wordsOf = (source: Source): Words => {
  const words: Words = { names: new Set(), literals: new Set(), imports: [] };
  visit(source, {
    Literal(node) {
      const text = textOf(node);
      if (text !== undefined) words.literals.add(text);
      words.names.add(String(node.value));
    },
    Property(node) {
      if ('name' in node.key) words.names.add(String(node.key.name));
    },
    TSPropertySignature(node) {
      if ('name' in node.key) words.names.add(String(node.key.name));
    },
    ImportDeclaration(node) {
      words.imports.push(fileOf(source.path, node.source.value));
    },
  });
  return words;
};

type Pattern = { path: string; pattern: RegExp };

/**
 * Every text must be used. A text is used by its key as a literal; by a template such as `policyStatus|…` whose gaps
 * match names in the same file or a file it imports; or by its category's name in a file with a `…|…` template. Keys
 * that come from data, or through `…|…`, need their name anywhere in the code.
 */
export const unreadTexts: Check = (sources) => {
  const files = new Map<string, Words>();
  const literals = new Set<string>();
  const everywhere = new Set<string>();
  const asked = new Set<string>();
  const patterns: Pattern[] = [];
  for (const source of sources) {
    if (!isCode(source) || isTest(source) || /\/catalogue\//.test(source.path)) continue;
    const words = wordsOf(source);
    files.set(source.path, words);
    let asksForAny = false;
    visit(source, {
      TemplateLiteral(node) {
        const parts = node.quasis.map(({ value }) => value.cooked ?? '');
        const whole = parts.join('…');
        if (whole === '…|…') asksForAny = true;
        else if (/^\S*\|\S*$/.test(whole)) {
          patterns.push({
            path: source.path,
            pattern: new RegExp(`^${parts.map(escaped).join('(.*)')}$`),
          });
        }
      },
    });
    for (const word of words.literals) literals.add(word);
    for (const name of words.names) everywhere.add(name);
    if (asksForAny) for (const word of words.literals) asked.add(word);
  }
  const isNamed = (name: string, among: (part: string) => boolean): boolean =>
    among(name) ||
    (name.includes('.') && name.split('.').every(among)) ||
    // A claim's form asks for `requiredDriver` when its field `driver` is empty.
    (/^required[A-Z]/.test(name) && among(name.charAt(8).toLowerCase() + name.slice(9)));
  const near = (path: string) => {
    const { names, imports } = files.get(path) as Words;
    return (part: string): boolean =>
      names.has(part) || imports.some((file) => files.get(file)?.names.has(part) ?? false);
  };
  const isRead = ({ category, key }: Text): boolean => {
    if (literals.has(`${category}|${key}`)) return true;
    const anywhere = (part: string): boolean => everywhere.has(part);
    if (asked.has(category) && isNamed(key, anywhere)) return true;
    return patterns.some(({ path, pattern }) => {
      const gaps = pattern.exec(`${category}|${key}`)?.slice(1);
      if (!gaps) return false;
      const startsIn = (starts: string[]) => starts.some((start) => `${category}|${key}`.startsWith(start));
      if (startsIn(namedElsewhere)) return true;
      const among = startsIn(namedByData) ? anywhere : near(path);
      return gaps.every((gap) => isNamed(gap, among));
    });
  };
  return sources
    .filter(({ path }) => catalogue.test(path))
    .flatMap(textsOf)
    .filter((text) => !isRead(text))
    .map(
      ({ path, line, category, key }): Finding => ({
        path,
        line,
        message: `unused text ${category}|${key}`,
      }),
    );
};
