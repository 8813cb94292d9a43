import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPhone, isEmail, parsePhone } from './contact.ts';

describe('e-mail', () => {
  test.each(['nafn@example.is', 'a.b_c%d+e-f@mail.example.is', 'A1@b.co', 'x@example.insurance'])(
    'FORM-6a: %s is an address',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  test.each([
    ['no at sign', 'nafn.example.is'],
    ['two at signs', 'a@b@example.is'],
    ['nothing before the at sign', '@example.is'],
    ['an Icelandic letter before the at sign', 'þóra@example.is'],
    ['a space', 'na fn@example.is'],
    ['another special character', 'a!b@example.is'],
    ['two dots in a row', 'a..b@example.is'],
    ['two dots in the domain', 'a@example..is'],
    ['no domain', 'a@.is'],
    ['no top-level domain', 'a@example'],
    ['a one-letter top-level domain', 'a@example.i'],
    ['a ten-letter top-level domain', 'a@example.abcdefghij'],
    ['a digit in the top-level domain', 'a@example.i5'],
    ['a label that ends in a dash', 'a@example-.is'],
    ['255 characters', `${'a'.repeat(244)}@example.is`],
  ])('FORM-6a: %s is refused', (_, text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('FORM-6a: every address of allowed characters passes, and none with two consecutive dots', () => {
    const local = fc.stringMatching(/^[A-Za-z0-9_%+-]{1,20}$/);
    const top = fc.stringMatching(/^[a-z]{2,9}$/);
    fc.assert(
      fc.property(local, local, top, (a, b, end) => {
        expect(isEmail(`${a}.${b}@example.${end}`)).toBe(true);
        expect(isEmail(`${a}..${b}@example.${end}`)).toBe(false);
      }),
    );
  });

  test('FORM-6a: a hostile text does not cause backtracking', () => {
    const before = process.threadCpuUsage();
    isEmail(`a@${'a-'.repeat(120)}`);
    isEmail(`${'a.'.repeat(100_000)}@`);
    // CPU time: other programs may have the processor meanwhile.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(200);
  });
});

describe('phone', () => {
  test.each([
    '5605000',
    '560 5000',
    '560-5000',
    '560.5000',
    ' 560 5000 ',
    '56 05 000',
    '560\u00a05000',
    '560\u20135000',
    '560  5000',
    '\u202a560\u00a05000\u202c',
    '+354 560 5000',
    '+3545605000',
    '00354 5605000',
    '(+354) 560-5000',
    '354 560 5000',
    'tel:+354-560-5000',
    's. 560 5000',
    '５６０ ５０００',
  ])('FORM-6b, HOLD-24: %s is a number', (text) => {
    expect(parsePhone(text)).toBe('5605000');
  });

  test.each([
    '',
    '560500',
    '56050000',
    '560/5000',
    '+45 560 5000',
    '+46 70 123 45 67',
    '354 560 500',
    '+354 +354 560 5000',
    '560 500a',
    '560 5000 1',
  ])('FORM-6b: «%s» is refused', (text) => {
    expect(parsePhone(text)).toBeUndefined();
  });

  test('FORM-6b: formatted as ### ####, and parsed back to the same digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{7}$/), (digits) => {
        const shown = formatPhone(digits);
        expect(shown).toBe(`${digits.slice(0, 3)} ${digits.slice(3)}`);
        expect(parsePhone(shown)).toBe(digits);
      }),
    );
    expect(formatPhone('+45 0000 0112')).toBe('+45 0000 0112');
  });
});
