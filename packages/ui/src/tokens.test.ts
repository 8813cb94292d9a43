import { globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { breakpoints, densities, faviconSvg, inEm, type ThemeToken, themes, tokensCss } from './tokens.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Relative luminance by WCAG 2.2 of `#RRGGBB`. */
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const text: [ThemeToken, ThemeToken[]][] = [
  ['ink', ['surface', 'mist', 'sand', 'fjord', 'sky', 'tag', 'danger-tint', 'warning-tint', 'info-tint']],
  ['muted', ['surface', 'mist', 'sand', 'fjord']],
  ['link', ['surface', 'mist', 'sand', 'fjord']],
  ['link-hover', ['surface', 'mist', 'fjord']],
  ['button-ink', ['button', 'button-hover']],
  ['danger-button-ink', ['danger-button']],
  ['danger', ['surface', 'danger-tint']],
  ['success', ['surface', 'success-tint']],
  ['warning', ['surface', 'warning-tint']],
  ['info', ['surface', 'info-tint']],
  ['bar-ink', ['bar', 'staff-bar']],
  ['bar-muted', ['bar', 'staff-bar']],
];

/** Borders of controls, bars of charts and lines of pictures, with their backgrounds. */
const shapes: [ThemeToken, ThemeToken[]][] = [
  ['edge', ['surface', 'mist']],
  ['ill-deep', ['surface', 'mist']],
  ['ill-line', ['sky', 'mist', 'ill-fill', 'ill-mount']],
];

const pairs = (rows: [ThemeToken, ThemeToken[]][]) =>
  rows.flatMap(([front, grounds]) => grounds.map((ground) => [front, ground] as const));

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (name) => {
  const theme = themes[name];

  test.each(pairs(text))('text %s on %s is at least 4.5', (front, ground) => {
    expect(contrast(theme[front], theme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(shapes))('shape %s on %s is at least 3', (front, ground) => {
    expect(contrast(theme[front], theme[ground])).toBeGreaterThanOrEqual(3);
  });

  test.each(['surface', 'mist', 'sand', 'bar', 'button', 'fjord'] as const)(
    'the focus ring or its halo stands out from %s',
    (ground) => {
      const best = Math.max(
        contrast(theme['focus-ring'], theme[ground]),
        contrast(theme['focus-halo'], theme[ground]),
      );
      expect(best).toBeGreaterThanOrEqual(3);
    },
  );
});

test('the contrasts are those of the design', () => {
  const { light } = themes;
  const round = (one: ThemeToken, other: ThemeToken) =>
    Math.round(contrast(light[one], light[other]) * 10) / 10;
  expect(round('ink', 'surface')).toBe(15.6);
  expect(round('ink', 'sand')).toBe(13.6);
  expect(round('muted', 'surface')).toBe(7.2);
  expect(round('muted', 'sand')).toBe(6.3);
  expect(round('edge', 'surface')).toBe(4.5);
  expect(round('link', 'surface')).toBe(7.4);
  expect(round('link-hover', 'fjord')).toBe(8.5);
});

test('WCAG 2.5.8: a compact target is at least 24 px, and its text at least 14 px', () => {
  const { compact, comfortable } = densities;
  expect(Number.parseFloat(compact.target)).toBeGreaterThanOrEqual(24);
  expect(Number.parseFloat(compact.control)).toBeGreaterThanOrEqual(24);
  expect(Number.parseFloat(comfortable.target)).toBeGreaterThanOrEqual(44);
  const types = Object.entries(compact).filter(([name]) => name.startsWith('type-'));
  expect(types.length).toBeGreaterThan(5);
  for (const [name, value] of types)
    expect(Number.parseFloat(/ ([\d.]+)rem/.exec(value)?.[1] ?? '') * 16, name).toBeGreaterThanOrEqual(14);
});

test('a compact subtree has every token that a comfortable one has, so that either can stand in the other', () => {
  const blocks = [...tokensCss().matchAll(/:root,\s+\[data-density="comfortable"\] \{([^}]*)\}/g)];
  const names = (text: string) => [...text.matchAll(/--([\w-]+):/g)].map(([, name]) => name);
  const roomy = new Set(blocks.flatMap(([, text = '']) => names(text)));
  // Only public front pages have it, and they are never compact.
  roomy.delete('type-display');
  const [, compact = ''] = /\n {4}\[data-density="compact"\] \{([^}]*)\}/.exec(tokensCss()) ?? [];
  expect(new Set(names(compact))).toEqual(roomy);
});

test('tokens.css is generated from tokens.ts', () => {
  expect(readFileSync(here('tokens.css'), 'utf8')).toBe(tokensCss());
});

test('favicon.svg is generated from tokens.ts', () => {
  expect(readFileSync(here('icons/favicon.svg'), 'utf8')).toBe(faviconSvg());
});

test('no colour is defined outside tokens.ts', () => {
  const files = globSync(
    ['packages/ui/src/**/*.{css,ts,tsx}', 'apps/web/{build,server,src}/**/*.{css,ts,tsx}'],
    {
      cwd: here('../../../'),
    },
  ).filter((file) => !/tokens\.(css|ts)$/.test(file) && !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(0);
  const colours = /#(?:[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|hsl|oklch)a?\(/i;
  const faults = files.filter((file) => colours.test(readFileSync(here(`../../../${file}`), 'utf8')));
  expect(faults).toEqual([]);
});

test('the fonts of a first load are under 60 kB together', () => {
  const bytes = ['source-sans-3.woff2', 'source-serif-4-600.woff2'].map(
    (f) => statSync(here(`fonts/${f}`)).size,
  );
  expect(bytes.reduce((a, b) => a + b)).toBeLessThan(60_000);
});

test('MENU-5: media queries use the breakpoints; below the first, only those for the narrowest phones and large text', () => {
  const bounds = Object.values(breakpoints).map(inEm);
  // `max-width` queries end one hundredth of an em below a breakpoint.
  const ends = bounds.map((bound) => `${Math.floor(Number.parseFloat(bound) * 100 - 0.5) / 100}em`);
  const narrowest = ['12em', '18em', '22em', '23.99em'];
  const root = here('../../../');
  const files = globSync('{apps,packages}/*/{src,gallery}/**/*.css', { cwd: root });
  const used = files.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/\((min|max)-width: ([^)]*)\)/g)].map(
      ([, edge, width = '']) => ({ file, width, fits: edge === 'min' ? bounds : [...ends, ...narrowest] }),
    ),
  );
  expect(used.length).toBeGreaterThan(60);
  expect(
    used.filter(({ width, fits }) => !fits.includes(width)).map(({ file, width }) => `${file}: ${width}`),
  ).toEqual([]);
  const all = new Set(used.flatMap(({ width }) => width));
  for (const bound of bounds) expect(all, `a change at ${bound}`).toContain(bound);
});
