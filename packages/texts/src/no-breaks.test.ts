import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setNoBreaks } from './no-breaks.ts';

/** Shows a no-break space as an underscore. */
const visible = (text: string): string => setNoBreaks(text).replaceAll('\u00a0', '_');

test.each([
  ['Það kostar 1.234 kr. á ári', 'Það kostar 1.234_kr. á ári'],
  ['2,5 m.kr. eða 20 % af 10 km', '2,5_m.kr. eða 20_% af 10_km'],
  ['ISK 1,234 a year', 'ISK_1,234 a year'],
  ['{price} kr. og ISK {price}', '{price}_kr. og ISK_{price}'],
  ['Opið frá kl. 9.00 til kl. {time}', 'Opið frá kl._9.00 til kl._{time}'],
  ['21. nóvember 2026', '21._nóvember 2026'],
  ['on 21 November 2026', 'on 21_November 2026'],
  ['Hringdu í 560 5000.', 'Hringdu í 560_5000.'],
  ['+354 560 5000 og +45 0000 0112', '+354 560_5000 og +45_0000_0112'],
])('LANG-8: «%s» gets no-break spaces where needed', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test.each(['24 ml', '3 marsvín', '2026 maíbaun', '1234 5678', 'árið 2026 og 2027', '14 manns'])(
  '«%s» is not changed',
  (text) => {
    expect(setNoBreaks(text)).toBe(text);
  },
);

test('LANG-8: is idempotent and changes only spaces', () => {
  const words = fc.constantFrom(
    ' ',
    '560',
    '5000',
    '+45',
    '0000',
    'kr.',
    'ISK',
    'kl.',
    '21.',
    'nóvember',
    '{n}',
    '%',
    'a',
  );
  fc.assert(
    fc.property(
      fc.array(words).map((list) => list.join(' ')),
      (text) => {
        const once = setNoBreaks(text);
        expect(setNoBreaks(once)).toBe(once);
        expect(once.replaceAll('\u00a0', ' ')).toBe(text);
      },
    ),
  );
});
