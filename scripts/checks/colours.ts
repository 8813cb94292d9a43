import { type Check, type Finding, isCode, isTest, lineAt, type Source, textOf, visit } from './source.ts';

// The source of the design tokens and the files generated from it.
const tokens = /^packages\/ui\/(src\/tokens(\.test)?\.(ts|css)|scripts\/tokens\.ts)$/;
const hex = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])/gi;

/** Normalizes `#FFF` to `#ffffff`. */
const normalize = (colour: string): string =>
  (colour.length < 6 ? colour.replace(/[\da-f]/gi, '$&$&') : colour).toLowerCase();

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Offsets of hex colours in a style sheet, ignoring ids in selectors. */
const inStyles = (text: string): number[] => {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, blank);
  return [...code.matchAll(hex)]
    .map(({ index }) => index)
    .filter((index) => /:[^;{}]*$/.test(code.slice(0, index)) && /^[^{;]*(?:;|\}|$)/.test(code.slice(index)));
};

/** Offsets of hex colours in string literals, ignoring `#abc` as a whole link target. */
const inStrings = (source: Source): number[] => {
  const found: number[] = [];
  const addMatches = (text: string | undefined, start: number): void => {
    for (const { index } of (text ?? '').matchAll(hex)) {
      if (!/[\w&/#-]$/.test((text ?? '').slice(0, index))) found.push(start);
    }
  };
  visit(source, {
    Literal: (node) => addMatches(textOf(node), node.start),
    TemplateElement: (node) => addMatches(node.value.cooked ?? undefined, node.start),
  });
  return found;
};

/**
 * No hex colours outside the design tokens in `packages/ui`. SVG files cannot read custom properties, so they may repeat
 * a token's value.
 */
export const colours: Check = (sources) => {
  const findings: Finding[] = [];
  const tokenFile = sources.find(({ path }) => path === 'packages/ui/src/tokens.ts')?.text ?? '';
  const values = new Set(tokenFile.match(hex)?.map(normalize));
  for (const source of sources) {
    const { path, text } = source;
    if (!/^(apps|packages)\//.test(path) || tokens.test(path) || isTest(source)) continue;
    const offsets = isCode(source)
      ? inStrings(source)
      : /\.(css|html|svg)$/.test(path)
        ? // An attribute reads as a declaration of the same length.
          inStyles(text.replaceAll('="#', '=:#'))
        : [];
    for (const offset of offsets) {
      const [colour = ''] = text.slice(offset).match(hex) ?? [];
      if (path.endsWith('.svg') && values.has(normalize(colour))) continue;
      findings.push({
        path,
        line: lineAt(text, offset),
        message: 'hex colour: use a token of packages/ui',
      });
    }
  }
  return findings;
};
