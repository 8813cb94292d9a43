import { expect, test } from 'vitest';
import { drawInDocument } from './drawings.ts';

const sources = {
  car: '<svg>\n  <title>Car</title>\n  <symbol id="car"><path d="M0 0"/></symbol>\n</svg>\n',
  seaStorm: '<svg><symbol id="seaStorm"><path d="M1 1"/></symbol></svg>',
};
const use = (href: string) => `<svg><use href="${href}" width="100%"></use></svg>`;

test('a page contains each drawing that it shows once, and no other', () => {
  const { markup, drawings } = drawInDocument(
    use('/a/assets/car-B01waU66.svg#car') + use('/a/assets/car-B01waU66.svg#car'),
    sources,
  );
  expect(markup).toBe(use('#drawing-car') + use('#drawing-car'));
  expect(drawings.match(/<symbol id="[^"]*"/g)).toEqual(['<symbol id="drawing-car"']);
});

test('hashes may contain dashes, and development has none', () => {
  const { markup } = drawInDocument(
    use('/a/assets/seaStorm-B0-waU_6.svg#seaStorm') + use('/a/@fs/ui/drawings/car.svg?no-inline#car'),
    sources,
  );
  expect(markup).toBe(use('#drawing-seaStorm') + use('#drawing-car'));
});

test('icons and drawings without a source keep their file', () => {
  const markup = use('/a/assets/icons-ClPat4Zm.svg#search') + use('/a/assets/boat-ClPat4Zm.svg#boat');
  expect(drawInDocument(markup, sources)).toEqual({ markup, drawings: '' });
});
