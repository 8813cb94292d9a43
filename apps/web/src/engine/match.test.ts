import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchPathsOf } from '../../build/match-paths.ts';
import { createMatcher, matchParams } from './match.ts';

const pages = [
  { path: '/rest', matchPath: '/tryggingar/*' },
  { path: '/policy/[id]', matchPath: '/tryggingar/:id' },
  { path: '/cover/[id]', matchPath: '/tryggingar/:id/vernd' },
  { path: '/cover/[cover]', matchPath: '/tryggingar/:id/:cover' },
  { path: '/tryggingar/senda' },
  { path: '/um-okkur' },
];
const choose = createMatcher(matchPathsOf(pages));

test.each([
  ['/tryggingar/senda', '/tryggingar/senda', {}],
  ['/tryggingar/17', '/policy/[id]', { id: '17' }],
  ['/tryggingar/17/vernd', '/cover/[id]', { id: '17' }],
  ['/tryggingar/17/annad', '/cover/[cover]', { id: '17', cover: 'annad' }],
  ['/tryggingar/17/annad/meira', '/rest', { '*': '17/annad/meira' }],
  ['/tryggingar', '/rest', { '*': '' }],
  ['/um-okkur', '/um-okkur', {}],
  ['/ekki-til', '/ekki-til', {}],
])('PATH-3: %s is shown by %s', (path, page, params) => {
  expect(choose(path)).toEqual({ path: page, params });
});

test('PATH-3: which match path wins does not depend on the order of declaration', () => {
  const paths = [
    '/tryggingar/senda',
    '/tryggingar/17',
    '/tryggingar/17/vernd',
    '/tryggingar/17/x',
    '/tryggingar/1/2/3',
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(pages, { minLength: pages.length }), (shuffled) => {
      const other = createMatcher(matchPathsOf(shuffled));
      for (const path of paths) expect(other(path)).toEqual(choose(path));
    }),
  );
});

test('PATH-3: an exact path takes precedence over any match path', () => {
  const segment = fc.stringMatching(/^[a-z]{1,3}$/);
  const pattern = fc.array(fc.oneof(segment, fc.constant(':v'), fc.constant('*')), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.array(pattern, { maxLength: 5 }),
      (exact, patterns) => {
        const path = `/${exact.join('/')}`;
        const all = [
          { path },
          ...patterns.map((parts, at) => ({ path: `/own/${at}`, matchPath: `/${parts.join('/')}` })),
        ];
        expect(createMatcher(matchPathsOf(all))(path)).toEqual({ path, params: {} });
      },
    ),
  );
});

test('PATH-3: a parameter matches exactly one segment', () => {
  expect(matchParams('/a/:id', '/a')).toBeUndefined();
  expect(matchParams('/a/:id', '/a/b/c')).toBeUndefined();
  expect(matchParams('/a/:id', '/b/c')).toBeUndefined();
});
