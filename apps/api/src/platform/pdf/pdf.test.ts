import { expect, test } from 'vitest';
import type { Document } from './document.ts';
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
