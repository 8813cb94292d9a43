import { expect, test } from 'vitest';
import { bankAccountFault, digitsOfPart, padPart, splitAccount } from './bank-account.ts';

test('PAY-2: only digits are kept, at most 4, 2 and 6', () => {
  expect(digitsOfPart('bank', '01-33x99')).toBe('0133');
  expect(digitsOfPart('ledger', 'a2 6 7')).toBe('26');
  expect(digitsOfPart('account', '0048217')).toBe('004821');
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
  ['01332600482199', { bank: '0133', ledger: '26', account: '004821' }],
  ['133-26', { bank: '0133', ledger: '26' }],
  ['013326', undefined],
  ['004821', undefined],
  ['', undefined],
  ['enginn', undefined],
])('PAY-4: pasting %s gives %o', (text, parts) => {
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
