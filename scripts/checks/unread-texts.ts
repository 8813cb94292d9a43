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

/**
 * Every text must be used. A text is used by its key as a literal, by a template that matches its key
 * (`policyStatus|…`), or by its category's name in a file with a `…|…` template.
 */
export const unreadTexts: Check = (sources) => {
  const literals = new Set<string>();
  const categories = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of sources) {
    if (!isCode(source) || isTest(source) || /\/catalogue\//.test(source.path)) continue;
    const strings = new Set<string>();
    let usesAnyKey = false;
    visit(source, {
      Literal(node) {
        const text = textOf(node);
        if (text !== undefined) strings.add(text);
      },
      TemplateLiteral(node) {
        const parts = node.quasis.map(({ value }) => value.cooked ?? '');
        const text = parts.join('…');
        if (text === '…|…') usesAnyKey = true;
        else if (/^\S*\|\S*$/.test(text)) patterns.push(new RegExp(`^${parts.map(escaped).join('.*')}$`));
      },
    });
    for (const word of strings) literals.add(word);
    if (usesAnyKey) for (const word of strings) categories.add(word);
  }
  const isRead = ({ category, key }: Text): boolean =>
    categories.has(category) ||
    literals.has(`${category}|${key}`) ||
    patterns.some((pattern) => pattern.test(`${category}|${key}`));
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
