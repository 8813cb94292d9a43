import {
  formatKennitala,
  formatPhone,
  kennitalaDigits,
  parseDecimal,
  parseIsk,
  parsePhone,
  parseWholeNumber,
} from '@hofn/domain';
import { formatBankAccount, parseBankAccount } from '@hofn/domain/bank-account.ts';
import { parseDay } from '@hofn/domain/day-entry.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { type DateStyle, formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { setNoBreaks } from '@hofn/texts/no-breaks.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

// What programs add to a text on its way: direction marks of a phone's contacts, no-break spaces, long dashes.
const pasting = fc.constantFrom<(text: string) => string>(
  (text) => text,
  setNoBreaks,
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.replaceAll(' ', '\u202f'),
  (text) => text.replaceAll('-', '\u2011'),
  (text) => text.replaceAll('-', '\u2013'),
  (text) => `\u202a${text}\u202c`,
  (text) => ` ${text}\n`,
  (text) => [...text].join('\u200b'),
);
const language = fc.constantFrom('is', 'en');
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));

test('HOLD-24: every number that we print can be pasted back', () => {
  fc.assert(
    fc.property(language, pasting, fc.nat({ max: 1_000_000_000_000 }), (inLanguage, paste, value) => {
      expect(parseWholeNumber(paste(formatNumber(inLanguage, value)))).toBe(value);
      expect(parseIsk(paste(formatMoney(inLanguage, value)))).toBe(value);
    }),
  );
});

test('HOLD-24: every number with decimals that we print can be pasted back in its language', () => {
  fc.assert(
    fc.property(language, pasting, fc.nat({ max: 100_000_000 }), (inLanguage, paste, tenths) => {
      expect(parseDecimal(paste(formatNumber(inLanguage, tenths / 10)), inLanguage)).toBe(tenths / 10);
    }),
  );
});

test('HOLD-24: every date that we print can be pasted back', () => {
  const styles: DateStyle[] = ['full', 'long', 'medium', 'short'];
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(language, fc.constantFrom(...styles), pasting, days, (inLanguage, style, paste, date) => {
      const day = date.toISOString().slice(0, 10);
      expect(parseDay(paste(formatDate(inLanguage, day, style)))).toBe(day);
    }),
  );
});

test('HOLD-24: every identifier that we print can be pasted back', () => {
  fc.assert(
    fc.property(pasting, digits(7), digits(10), digits(12), (paste, phone, ssn, account) => {
      expect(parsePhone(paste(formatPhone(phone)))).toBe(phone);
      expect(kennitalaDigits(paste(formatKennitala(ssn)))).toBe(ssn);
      const parts = { bank: account.slice(0, 4), ledger: account.slice(4, 6), account: account.slice(6) };
      expect(parseBankAccount(paste(formatBankAccount(parts)))).toEqual({ ok: true, account: parts });
    }),
  );
  fc.assert(
    fc.property(pasting, fc.stringMatching(/^[A-ZÞÆÖ]{2}[A-Z0-9]\d{2}$/), (paste, plate) => {
      expect(parsePlate(paste(`${plate.slice(0, 2)}-${plate.slice(2)}`))).toBe(plate);
    }),
  );
});
