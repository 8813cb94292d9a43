import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitQuoted } from './quoted.ts';

test.each([
  [
    'an Icelandic introduction',
    'Já.\n\nÞann 20. nóv. 2026 kl. 12:00 skrifaði Höfn <svar@hofn.example>:\n> Nær það yfir?',
  ],
  [
    'an introduction in two lines',
    'Já.\n\nOn Fri, 20 Nov 2026 at 12:00, Höfn tryggingar\n<svar@hofn.example> wrote:\n\n> Covered?',
  ],
  [
    'the header of Outlook',
    'Já.\n\n________________________________\nFrom: Höfn\nSent: Friday\nTo: Anna\n\nCovered?',
  ],
  ['a header without a line', 'Já.\r\n\r\nFrá: Höfn\r\nSent: föstudagur\r\nTil: Anna\r\n\r\nNær það yfir?'],
  ['quoted lines alone', 'Já.\n\n> Nær það yfir?\n>\n> Kveðja'],
])('DESK-5: a reply ends where its quote begins: %s', (_name, mail) => {
  expect(splitQuoted(mail).text).toBe('Já.');
  expect(splitQuoted(mail).quoted).toMatch(/Nær það yfir|Covered/);
});

test.each([
  ['answers between quoted lines', '> Nær það yfir?\nJá.\n> Og rúður?\nNei.'],
  ['nothing but a quote', '> Nær það yfir?'],
  ['an ordinary sentence', 'Hún skrifaði mér: komdu.\nOn Monday I wrote to you.'],
])('DESK-5: a text without a quote at its end stays whole: %s', (_name, mail) => {
  expect(splitQuoted(mail)).toEqual({ text: mail, quoted: null });
});

test('DESK-5: no line of any e-mail is lost', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('> fyrr', 'On Monday, X wrote:', '____________', 'From: a', 'Sent: b', ''),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const mail = lines.join('\n');
      const { text, quoted } = splitQuoted(mail);
      const words = (all: string) => all.split(/\s+/).filter(Boolean);
      expect(words(`${text}\n${quoted ?? ''}`)).toEqual(words(mail));
    }),
  );
});
