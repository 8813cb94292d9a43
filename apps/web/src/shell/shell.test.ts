import { describe, expect, test } from 'vitest';
import type { Layer, MenuItem, PageLink, Site } from '../content/site.ts';
import { firstNames, initials } from './initials.ts';
import { isUnder, layerOf } from './menu-layers.ts';

const link = (page: string): PageLink => ({ title: page, page, path: `/${page}` });
const item = (page: string, items: MenuItem['items'] = []): MenuItem => ({ ...link(page), id: page, items });
const top = (page: string, id: Layer) => ({ ...link(page), id });

const menu: Site['menu'] = {
  top: [top('front', 'individuals'), top('companies', 'companies'), top('about', 'about')],
  middle: {
    individuals: [
      item('insurance', [{ ...link('group.vehicles'), items: [link('product.kasko')] }]),
      item('advice'),
    ],
    companies: [item('group.business', [link('product.liability')]), item('advice')],
    about: [item('aboutHofn', [link('board')])],
  },
  links: { individuals: [{ ...link('group.vehicles'), icon: 'car' }], companies: [], about: [] },
  portal: [],
  portalSub: {},
};

describe('the layer of a page', () => {
  test.each<[string, Layer]>([
    ['front', 'individuals'],
    ['product.kasko', 'individuals'],
    ['companies', 'companies'],
    ['product.liability', 'companies'],
    ['board', 'about'],
    ['board.ragna-steinsdottir', 'about'],
    ['product.not-in-a-menu', 'individuals'],
    ['advice', 'individuals'],
    ['notFound', 'individuals'],
  ])('SITE-4: %s is in the layer %s', (page, layer) => {
    expect(layerOf(menu, page)).toBe(layer);
  });

  test('SITE-4: a product is only under the shortcut of its group', () => {
    expect(isUnder(menu, 'individuals', 'group.vehicles', 'product.kasko')).toBe(true);
    expect(isUnder(menu, 'individuals', 'group.vehicles', 'group.vehicles')).toBe(true);
    expect(isUnder(menu, 'individuals', 'insurance', 'product.kasko')).toBe(false);
  });
});

test.each([
  ['Guðrún Helga Þorsteinsdóttir', 'Guðrún Helga', 'GÞ'],
  ['Þórður Ö. Ægisson', 'Þórður Ö.', 'ÞÆ'],
  ['Cher', 'Cher', 'C'],
  ['  Jón   Jónsson ', 'Jón', 'JJ'],
])('%s has the first names %s and the initials %s', (name, called, mark) => {
  expect(firstNames(name)).toBe(called);
  expect(initials(name)).toBe(mark);
});
