import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOrderings, parsePredicates, SearchError } from './predicates.ts';

test('predicates are parsed as @prismicio/client writes them', () => {
  expect(
    parsePredicates([
      '[[at(document.type, "product")]]',
      '[[any(document.tags, ["a", "b"])] [number.gt(my.boardMember.since, 2020)]]',
      '[[:d = not(my.boardMember.independent, true)]]',
    ]),
  ).toEqual([
    { name: 'at', path: 'document.type', args: ['product'] },
    { name: 'any', path: 'document.tags', args: [['a', 'b']] },
    { name: 'number.gt', path: 'my.boardMember.since', args: [2020] },
    { name: 'not', path: 'my.boardMember.independent', args: [true] },
  ]);
});

test('any quoted text is parsed unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const quoted = value.replace(/[\\"]/g, (sign) => `\\${sign}`);
      expect(parsePredicates([`[[at(my.product.title, "${quoted}")]]`])[0]?.args).toEqual([value]);
    }),
  );
});

test('any input is parsed or refused with SearchError', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parsePredicates([text]);
      } catch (error) {
        expect(error).toBeInstanceOf(SearchError);
      }
    }),
  );
});

test.each([
  ['[[at(document.type, "product"]]', /Expected \)/],
  ['[[at(document.type, product)]]', /Expected a text in quotes/],
  ['at(document.type)', /Expected \[/],
  ['[[at(document.id, "x")]] more', /Expected the end/],
  [`[${'[has(my.product.title)]'.repeat(21)}]`, /At most 20/],
])('%s is refused with position and reason', (text, message) => {
  expect(() => parsePredicates([text])).toThrow(message);
});

test('orderings are parsed with and without brackets', () => {
  expect(parseOrderings('[my.article.date desc, document.first_publication_date]')).toEqual([
    { path: 'my.article.date', descending: true },
    { path: 'document.first_publication_date', descending: false },
  ]);
  expect(() => parseOrderings('my.article.date sideways')).toThrow(SearchError);
});
