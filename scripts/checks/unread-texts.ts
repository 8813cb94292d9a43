import { type Check, type Finding, isCode, isTest, lineAt, type Source, textOf, visit } from './source.ts';

type Text = { path: string; line: number; category: string; key: string };

const catalogue = /^packages\/texts\/src\/catalogue\/is\/[\w-]+\.ts$/;

/** Every text of the Icelandic catalogues; one with a count stands once. */
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
  const ofCount = (key: string): boolean =>
    texts.some((text) => text.key === `${key}.one`) && texts.some((text) => text.key === `${key}.other`);
  return texts
    .filter(({ key }) => !key.endsWith('.one'))
    .map((text) => {
      const key = text.key.replace(/\.other$/, '');
      return ofCount(key) ? { ...text, key } : text;
    });
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Every text is read somewhere. What reads one is its key as a literal, a template that can become its key,
 * `policyStatus|…`, or the name of its category in a file that asks for `…|…`.
 */
export const unreadTexts: Check = (sources) => {
  const literals = new Set<string>();
  const categories = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of sources) {
    if (!isCode(source) || isTest(source) || /\/catalogue\//.test(source.path)) continue;
    const words = new Set<string>();
    let asksForAny = false;
    visit(source, {
      Literal(node) {
        const text = textOf(node);
        if (text !== undefined) words.add(text);
      },
      TemplateLiteral(node) {
        const parts = node.quasis.map(({ value }) => value.cooked ?? '');
        const whole = parts.join('…');
        if (whole === '…|…') asksForAny = true;
        else if (/^\S*\|\S*$/.test(whole)) patterns.push(new RegExp(`^${parts.map(escaped).join('.*')}$`));
      },
    });
    for (const word of words) literals.add(word);
    if (asksForAny) for (const word of words) categories.add(word);
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
        message: `nothing reads ${category}|${key}`,
      }),
    );
};
