import { emptyPriceForm } from '@hofn/domain/price-form.ts';
import { afterEach, expect, test } from 'vitest';
import { answersFromInsured } from './answers-from-insured.ts';
import { insuredIn, insuredKindOf, keepInsured, priceHashOf, readInsured } from './insured.ts';
import { answersFromPrice } from './price-request.ts';

afterEach(() => {
  for (const kind of ['plate', 'address'] as const) keepInsured({ kind, text: '' });
});

test.each([
  ['AB C12', { kind: 'plate', text: 'AB C12' }],
  [' ab-c12 ', { kind: 'plate', text: 'AB-C12' }],
  ['NB123', { kind: 'plate', text: 'NB123' }],
  ['R 1234', { kind: 'plate', text: 'R 1234' }],
  ['Laugavegur 12', { kind: 'address', text: 'Laugavegur 12' }],
  ['Hafnarbakki  1,  101 Reykjavík', { kind: 'address', text: 'Hafnarbakki 1, 101 Reykjavík' }],
  ['101 Reykjavík', { kind: 'address', text: '101 Reykjavík' }],
  ['hundur', 'other'],
  ['barnið mitt', 'other'],
  ['12345', 'other'],
  ['', undefined],
  [' - ', undefined],
  ['x', undefined],
] as const)('«%s» on the front page is read as %j', (typed, insured) => {
  expect(insuredIn(typed)).toEqual(insured);
});

test('a plate leads to the price of a car, an address to that of a home, anything else to the choice', () => {
  expect(priceHashOf({ kind: 'plate', text: 'ABC12' })).toBe('#motor-liability');
  expect(priceHashOf({ kind: 'address', text: 'Laugavegur 12' })).toBe('#home');
  expect(priceHashOf('other')).toBe('#other');
  expect(['kasko', 'home', 'travel'].map(insuredKindOf)).toEqual(['plate', 'address', undefined]);
});

test.each([
  ['Laugavegur 12, 101 Reykjavík', { area: 'capital' }],
  ['Sunnubraut 4, 200 Kópavogur', { area: 'capital' }],
  ['Hafnargata 2, 230 Reykjanesbær', {}],
  ['Tjarnargata 2, 190 Vogar', {}],
  ['Strandgata 3, 600 Akureyri', {}],
  ['Laugavegur 112', {}],
])('an address answers where one lives only if its postal code does: %s', (text, answers) => {
  keepInsured({ kind: 'address', text });
  expect(answersFromInsured('home')).toEqual(answers);
  expect(answersFromInsured('property-fire')).toEqual({});
  expect(answersFromInsured('motor-liability')).toEqual({});
  expect(emptyPriceForm('home')).toMatchObject({ area: '' });
});

test('what was typed goes with a request for a call about its price, and with no other', () => {
  const form = {
    fromPrice: 'Verð {price}',
    fromQuote: '',
    fromPlate: 'Bíll: {text}',
    fromAddress: 'Hús: {text}',
  };
  keepInsured({ kind: 'plate', text: 'AB C12' });
  expect(readInsured('plate')).toBe('AB C12');
  expect(answersFromPrice('#kasko.1000', form, 'is')?.message).toBe('Verð 1.000\u00a0kr.\nBíll: AB C12');
  expect(answersFromPrice('#home.1000', form, 'is')?.message).toBe('Verð 1.000\u00a0kr.');
});
