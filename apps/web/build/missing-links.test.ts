import { expect, test } from 'vitest';
import { withoutMissing } from './missing-links.ts';

const pathOf = (page: string) => (page.startsWith('no') ? undefined : `/${page}`);
const link = (page: string) => ({ title: page, page });

test('a link to a page gets its path, and a link to a missing page is removed everywhere', () => {
  const data = {
    button: link('no1'),
    all: link('a'),
    tasks: [link('no2'), { ...link('b'), icon: 'car' }],
    step: { text: 'x', link: link('no3') },
    external: { title: 'x', url: 'https://elsewhere.example' },
  };
  expect(withoutMissing(data, pathOf)).toEqual({
    all: { title: 'a', page: 'a', path: '/a' },
    tasks: [{ title: 'b', page: 'b', path: '/b', icon: 'car' }],
    step: { text: 'x' },
    external: { title: 'x', url: 'https://elsewhere.example' },
  });
});

test('a menu entry without a page links to its first subentry that has one, or is removed', () => {
  const menu = [
    { ...link('no1'), items: [link('no2'), link('a'), link('b')] },
    { ...link('no3'), items: [link('no4')] },
    { ...link('c'), items: [link('no5')] },
  ];
  expect(withoutMissing(menu, pathOf)).toEqual([
    {
      title: 'no1',
      page: 'a',
      path: '/a',
      items: [
        { title: 'a', page: 'a', path: '/a' },
        { title: 'b', page: 'b', path: '/b' },
      ],
    },
    { title: 'c', page: 'c', path: '/c', items: [] },
  ]);
});
