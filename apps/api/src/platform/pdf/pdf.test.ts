import { catalogues } from '@hofn/texts/catalogue/all.ts';
import { api } from '@hofn/texts/catalogue/is/api.ts';
import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Document } from './document.ts';
import { missingGlyphs } from './missing-glyphs.ts';
import { writePdf } from './pdf.ts';
import { readPdf } from './testing.ts';

const now = new Date('2026-11-21T12:00:00Z');
const letters = 'ÁÉÍÓÚÝÞÆÖÐ áéíóúýþæöð „gæsalappir“ – 1.234 kr.';
const document: Document = {
  language: 'is',
  title: 'Yfirlit',
  lead: ['Þórður Ævar Ýmisson'],
  blocks: [
    { kind: 'heading', text: 'Texti' },
    { kind: 'text', text: letters },
    { kind: 'list', items: ['Fyrst', 'Svo'] },
    { kind: 'facts', items: [{ name: 'Númer', value: '1000001' }] },
  ],
};

test.each([
  ['is', 'is-IS', 'Blaðsíða 1 af 1'],
  ['en', 'en-GB', 'Page 1 of 1'],
] as const)(
  'LANG-6: a document in %s is tagged, says its language and title, and has every letter',
  async (language, tag, page) => {
    const pdf = await readPdf(await writePdf({ ...document, language }, now));
    expect(pdf).toMatchObject({ title: 'Yfirlit', language: tag, marked: true, conformance: '1' });
    expect(pdf.pages[0]).toContain(letters);
    expect(pdf.pages[0]).toContain('Þórður Ævar Ýmisson');
    expect(pdf.pages[0]).toContain(page);
    expect(pdf.roles[0]).toEqual(
      'Document Figure H1 P H2 P L LI LBody LI LBody Table TBody TR TH TD'.split(' '),
    );
  },
);

test('a long table spans pages: rows whole and in order, headings visible on each page and tagged once', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`Bíll ${n + 1}\nsem heitir langt`, `${n + 1}.000 kr.`]);
  const pdf = await readPdf(
    await writePdf(
      {
        ...document,
        blocks: [
          {
            kind: 'table',
            columns: [
              { heading: 'Ökutæki', share: 3 },
              { heading: 'Iðgjald', share: 1, figures: true },
            ],
            rows,
            foot: ['Samtals', '7.260.000 kr.'],
          },
        ],
      },
      now,
    ),
  );
  expect(pdf.pages.length).toBeGreaterThan(3);
  for (const [index, text] of pdf.pages.entries()) {
    expect(text).toContain('Ökutæki');
    expect(text).toContain(`Blaðsíða ${index + 1} af ${pdf.pages.length}`);
  }
  const found = [...pdf.pages.join('\n').matchAll(/Bíll (\d+)\s+sem heitir/g)].map(([, n]) => Number(n));
  expect(found).toEqual(rows.map((_, n) => n + 1));
  // A table that spans pages is reported whole on each of them.
  const count = (role: string) => pdf.roles[0]?.filter((other) => other === role).length;
  expect(count('TH')).toBe(2 + 120 + 1);
  expect(count('TD')).toBe(120 + 1);
});

test('a name of sixty letters and a paragraph of a page stay within the margins', async () => {
  const name = 'Aðalheiður Þorbjörg Sigurlaug Kristjana Guðmundsdóttir Breiðfjörð';
  const pdf = await readPdf(
    await writePdf(
      {
        ...document,
        title: name,
        blocks: [
          { kind: 'text', text: 'Vaðlaheiðarvegavinnuverkfæraskúr '.repeat(200).trim() },
          { kind: 'facts', items: [{ name, value: name }] },
        ],
      },
      now,
    ),
  );
  expect(pdf.pages.length).toBeGreaterThan(1);
  expect(pdf.pages.join('\n').match(/Vaðlaheiðarvegavinnuverkfæraskúr/g)).toHaveLength(200);
  expect(pdf.pages.join(' ').replaceAll(/\s+/g, ' ').split(name)).toHaveLength(4);
});

test('it is small: only the letters in use are embedded', async () => {
  expect((await writePdf(document, now)).length).toBeLessThan(40_000);
});

/** The text of a document with `text` in each kind of block, in one line. */
const readBack = async (text: string) => {
  const { pages } = await readPdf(
    await writePdf(
      {
        language: 'is',
        title: text,
        lead: [text],
        blocks: [
          { kind: 'heading', text },
          { kind: 'text', text },
          { kind: 'list', items: [text] },
          { kind: 'facts', items: [{ name: text, value: text }] },
          { kind: 'table', columns: [{ heading: text, share: 1 }], rows: [[text]], foot: [text] },
        ],
      },
      now,
    ),
  );
  return pages.join(' ').normalize('NFC').replaceAll(/\s+/g, ' ');
};
/** How often a text is in the document above. */
const places = 10;
const countOf = (page: string, text: string) => page.split(text.normalize('NFC')).length - 1;

const names = [
  'Zofia Łucja Śliwińska-Żółkiewska',
  'Олена Шевченко, Ґалаґан Їжакевич',
  'Юлія Ёлкина Ђорђе Љубица Ќосе Ўладзімір',
  'Ἀλέξανδρος Παπαδόπουλος, Άννα Ωραία',
  'Nguyễn Thị Hằng, Trần Đức Ước',
  'İpek Ilgın Şahin Ğüler',
  'Āris Ķirsons, Žydrūnas Šešelgis, Ģirts',
  'Ștefan Țăndărei, Győző Őszi, Čeněk Řehoř',
  'Ọláyínká Adébáyọ̀ Ẹ́kúndayọ̀',
  'Māhealani ʻŌpūnui, Ŋaŋŋa Ǥuokŧe, M̃ajeḷ',
  'Guðrún Þórdís Ævarsdóttir',
];

test.each(names.flatMap((name) => [name, name.normalize('NFD')]))(
  'HOLD-23: every letter of %s is in the document as written, in every part of it',
  async (name) => {
    expect(countOf(await readBack(name), name)).toBe(places);
  },
);

test('HOLD-23: letters with any accents keep them, in either Unicode form', async () => {
  // Not ı: an i under a mark is drawn with the same glyph, and a reader gets one letter for both.
  const letter = fc.constantFrom(...'aábcćdðeéęfgğhiíjklłmnňoóöőpqrsşßtþuúvwxyýzżæøåñžščΑωжщїґ');
  const accent = fc.constantFrom(
    '',
    '',
    '',
    '\u0301',
    '\u0300',
    '\u0302',
    '\u0308',
    '\u0323',
    '\u030c',
    '\u0328',
  );
  const word = fc
    .array(fc.tuple(letter, accent), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.flat().join(''));
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));
  await fc.assert(
    fc.asyncProperty(words, fc.constantFrom('NFC', 'NFD'), async (text, form) => {
      // pdf.js takes the shift of a mark for a space.
      const letters = (await readBack(text.normalize(form))).replaceAll(' ', '');
      expect(letters).toContain(text.normalize('NFC').replaceAll(' ', ''));
    }),
    { numRuns: 40 },
  );
});

afterEach(() => {
  missingGlyphs.isFault = true;
  missingGlyphs.logger = undefined;
});

test.each([
  ['Takk 👍 Łukasz', 'Takk [?] Łukasz'],
  ['Fjölskyldan 👩\u200d👩\u200d👧 hér', 'Fjölskyldan [?] hér'],
  ['李小龍', '[?][?][?]'],
  ['x\u20e3 y', 'x[?] y'],
  ['Takk \ud83d', 'Takk [?]'],
])('HOLD-23: what the font cannot draw leaves a visible mark: %s', async (text, shown) => {
  missingGlyphs.isFault = false;
  expect(countOf(await readBack(text), shown)).toBe(places);
});

test('HOLD-23: signs without a shape leave nothing, and spaces, tabs and line breaks of any kind part words', async () => {
  expect(await readBack('Anna\u200b\ufe0f Jóns\u200ddóttir\u2003og\tBirgir\u2028Ari')).toContain(
    'Anna Jónsdóttir og Birgir Ari',
  );
});

test('HOLD-23: a character without a glyph fails a test, and is logged once elsewhere', async () => {
  await expect(writePdf({ ...document, title: 'Takk 🦆' }, now)).rejects.toThrow('no glyph for U+1F986');
  const lines: object[] = [];
  missingGlyphs.isFault = false;
  missingGlyphs.logger = { warn: (line: object) => lines.push(line) };
  for (const title of ['Takk 🦆', '🦆 🦆']) await writePdf({ ...document, title }, now);
  expect(lines).toEqual([{ character: 'U+1F986' }]);
});

test('HOLD-23: documents can show every character of our own texts', async () => {
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);
  const characters = [...new Set(textsOf([catalogues, emails, api]).join(''))].join(' ');
  await writePdf({ ...document, title: characters }, now);
});
