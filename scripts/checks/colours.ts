import { type Check, type Finding, isCode, isTest, lineAt, type Source, textOf, visit } from './source.ts';

// The source of the tokens, and what is made from it.
const tokens = /^packages\/ui\/(src\/tokens(\.test)?\.(ts|css)|scripts\/tokens\.ts)$/;
const hex = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])/gi;

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

/** Colours are tokens: no hex colour outside the one source in `packages/ui`. */
export const colours: Check = (sources) => {
  const findings: Finding[] = [];
  for (const source of sources) {
    const { path, text } = source;
    if (!/^(apps|packages)\//.test(path) || tokens.test(path) || isTest(source)) continue;
    const places = isCode(source)
      ? inStrings(source)
      : /\.(css|html|svg)$/.test(path)
        ? inStyles(text.replaceAll('="#', '=:#'))
        : [];
    for (const offset of places) {
      findings.push({
        path,
        line: lineAt(text, offset),
        message: 'a colour as hex: take a token of packages/ui',
      });
    }
  }
  return findings;
};
