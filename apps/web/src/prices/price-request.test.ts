import { expect, test } from 'vitest';
import { formDocument } from '../forms/declared/testing.ts';
import { answersFromPrice } from './price-request.ts';

test.each([
  [
    '#kasko.52430.7K2M-9QXD-4HVT',
    ['vehicle'],
    'Ég bið um símtal um tilboð 7K2M-9QXD-4HVT, 52.430 kr. á ári.',
  ],
  [
    '#cancellation.4900',
    ['travel'],
    'Ég bið um símtal um tryggingu sem kostar 4.900 kr. á ári samkvæmt reiknivélinni á vefnum.',
  ],
  ['#sickness.4900', [], expect.stringContaining('4.900 kr.')],
])(
  'LIFE-39: the request opened from the price %s says what to insure, and at what price',
  async (hash, products, message) => {
    const form = await formDocument('opportunity', 'is');
    const answers = answersFromPrice(hash, form, 'is');
    expect(answers?.products).toEqual(products);
    expect(String(answers?.message).replaceAll('\u00a0', ' ')).toEqual(message);
  },
);

test.each(['', '#main', '#toString.1', '#kasko', '#kasko.1e9', '#kasko.5.<b>', '#kasko.52430.7K2M.more'])(
  'LIFE-39: the hash %j fills in nothing',
  async (hash) => {
    expect(answersFromPrice(hash, await formDocument('opportunity', 'is'), 'is')).toBeUndefined();
  },
);
