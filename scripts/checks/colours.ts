import { type Check, type Finding, isCode, isTest, lineAt, type Source, textOf, visit } from './source.ts';

// The source of the tokens, and what is made from it.
const tokens = /^packages\/ui\/(src\/tokens(\.test)?\.(ts|css)|scripts\/tokens\.ts)$/;
const hex = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])/gi;

/** `#FFF` as `#ffffff`. */
const whole = (colour: string): string =>
  (colour.length < 6 ? colour.replace(/[\da-f]/gi, '$&$&') : colour).toLowerCase();

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Places of hex colours in a style sheet; an id in a selector is none. */
const inStyles = (text: string): number[] => {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, blank);
  return [...code.matchAll(hex)]
    .map(({ index }) => index)
    .filter((index) => /:[^;{}]*$/.test(code.slice(0, index)) && /^[^{;]*(?:;|\}|$)/.test(code.slice(index)));
};

/** Places of hex colours in the strings of a program; `#abc` as a link's whole target is none. */
const inStrings = (source: Source): number[] => {
  const found: number[] = [];
  const look = (text: string | undefined, start: number): void => {
    for (const { index } of (text ?? '').matchAll(hex)) {
      if (!/[\w&/#-]$/.test((text ?? '').slice(0, index))) found.push(start);
    }
  };
  visit(source, {
    Literal: (node) => look(textOf(node), node.start),
    TemplateElement: (node) => look(node.value.cooked ?? undefined, node.start),
  });
  return found;
};

/**
 * Colours are tokens: no hex colour outside the one source in `packages/ui`. A picture file cannot read a custom
 * property, so it may repeat the value of a token.
 */
export const colours: Check = (sources) => {
  const findings: Finding[] = [];
  const tokenFile = sources.find(({ path }) => path === 'packages/ui/src/tokens.ts')?.text ?? '';
  const values = new Set(tokenFile.match(hex)?.map(whole));
  for (const source of sources) {
    const { path, text } = source;
    if (!/^(apps|packages)\//.test(path) || tokens.test(path) || isTest(source)) continue;
    const places = isCode(source)
      ? inStrings(source)
      : /\.(css|html|svg)$/.test(path)
        ? // An attribute reads as a declaration of the same length.
          inStyles(text.replaceAll('="#', '=:#'))
        : [];
    for (const offset of places) {
      const [colour = ''] = text.slice(offset).match(hex) ?? [];
      if (path.endsWith('.svg') && values.has(whole(colour))) continue;
      findings.push({
        path,
        line: lineAt(text, offset),
        message: 'a colour as hex: take a token of packages/ui',
      });
    }
  }
  return findings;
};
