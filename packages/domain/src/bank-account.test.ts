import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bankAccountFault,
  digitsOfPart,
  formatBankAccount,
  padPart,
  parseBankAccount,
  splitAccount,
} from './bank-account.ts';
import { parseKennitala } from './kennitala.ts';

test('PAY-2, HOLD-24: only digits are kept; a text with too many is not cut', () => {
  expect(digitsOfPart('bank', '01-33x')).toBe('0133');
  expect(digitsOfPart('ledger', 'a2 6')).toBe('26');
  expect(digitsOfPart('ledger', '\u200e２６')).toBe('26');
  expect(digitsOfPart('account', '0048217')).toBe('0048217');
  expect(digitsOfPart('bank', '0133-26-0048217')).toBe('0133-26-0048217');
  expect(digitsOfPart('account', 'reikningur')).toBe('');
});

test('PAY-3: three digits of a bank and one of an account are padded with zeros; fewer digits and ledgers are not', () => {
  expect(padPart('bank', '133')).toBe('0133');
  expect(padPart('bank', '33')).toBe('33');
  expect(padPart('account', '7')).toBe('000007');
  expect(padPart('account', '')).toBe('');
  expect(padPart('ledger', '6')).toBe('6');
});

test.each([
  ['0133-26-004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['133 26 4821', { bank: '0133', ledger: '26', account: '004821' }],
  ['hb. 26', undefined],
  ['013326004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133267', { bank: '0133', ledger: '26', account: '000007' }],
  ['01332600482199', undefined],
  ['0133-26-0048215', undefined],
  ['0133-260-04821', undefined],
  ['00133-26-004821', undefined],
  ['0133.26.004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133\u201126\u2011004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133\u00a026\u00a0004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['０１３３－２６－００４８２１', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133 26004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133-26-004 821', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133-26-004821-1706911489', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133-26-004821 kt. 170691-1489', { bank: '0133', ledger: '26', account: '004821' }],
  ['133-26-4821 170691-1489', { bank: '0133', ledger: '26', account: '004821' }],
  ['kt. 170691-1489 reikn. 0133-26-004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['170691-1489 0133-26-004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['1706911489 013326004821', { bank: '0133', ledger: '26', account: '004821' }],
  ['0133260048211706911489', { bank: '0133', ledger: '26', account: '004821' }],
  ['IS14 0159 26 007654 5510730339', { bank: '0159', ledger: '26', account: '007654' }],
  ['IS140159260076545510730339', { bank: '0159', ledger: '26', account: '007654' }],
  ['iban: is14 0159 2600 7654 5510 7303 39', { bank: '0159', ledger: '26', account: '007654' }],
  ['IS15 0159 26 007654 5510730339', undefined],
  ['IS14 0159 26 007654', undefined],
  ['DE89 3704 0044 0532 0130 00', undefined],
  ['NO93 8601 1117 947', undefined],
  ['133-26', { bank: '0133', ledger: '26' }],
  ['013326', undefined],
  ['004821', undefined],
  ['', undefined],
  ['enginn', undefined],
])('PAY-4, HOLD-24: pasting %s gives %o', (text, parts) => {
  expect(splitAccount(text)).toEqual(parts);
});

test.each([
  ['0133', '26', '004821', undefined],
  ['2200', '26', '000001', undefined],
  ['0933', '26', '004821', 'invalidBank'],
  ['133', '26', '004821', 'invalidBank'],
  ['2201', '26', '004821', 'invalidBank'],
  ['0133', '2', '004821', 'invalidLedger'],
  ['0133', '66', '004821', 'invalidLedger'],
  ['0133', '26', '4821', 'invalidAccount'],
  ['0133', '26', '000000', 'invalidAccount'],
  ['', '', '', 'invalidBank'],
])('PAY-5: the account %s-%s-%s has the fault %s', (bank, ledger, account, fault) => {
  expect(bankAccountFault({ bank, ledger, account })).toBe(fault);
});

test('HOLD-24: an account is never read from a text with other digits than its own, a kennitala and those of an IBAN', () => {
  const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
  const separator = fc.constantFrom('-', ' ', '.', '\u00a0', '\u2011', ' - ', '\u200b-');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }).chain(digits),
      fc.integer({ min: 1, max: 4 }).chain(digits),
      fc.integer({ min: 1, max: 9 }).chain(digits),
      separator,
      (bank, ledger, account, between) => {
        const parsed = parseBankAccount([bank, ledger, account].join(between));
        if (!parsed.ok) return;
        const inOrder = formatBankAccount(parsed.account).replaceAll('-', '');
        const typed = bank.padStart(4, '0') + ledger.padStart(2, '0') + account.padStart(6, '0');
        const isWhole = bank.length + ledger.length + account.length === 12;
        if (ledger.length === 2 && bank.length >= 3)
          expect([typed, isWhole && bank + ledger + account]).toContain(inOrder);
        else if (isWhole) expect(inOrder).toBe(bank + ledger + account);
      },
    ),
  );
});

test('HOLD-24: an account as we write it is read back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{12}$/), (digits) => {
      const account = { bank: digits.slice(0, 4), ledger: digits.slice(4, 6), account: digits.slice(6) };
      expect(parseBankAccount(formatBankAccount(account))).toEqual({ ok: true, account });
    }),
  );
});

test.each(['0101301589', '010130-1589'])(
  'PAY-4, HOLD-24: a kennitala in the field of an account is no account (%s)',
  (typed) => {
    expect(parseKennitala(typed, { checkDigit: 'strict', allowTestIds: true }).ok).toBe(true);
    expect(parseBankAccount(typed)).toEqual({ ok: false, reason: 'shape' });
  },
);
