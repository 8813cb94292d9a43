import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import type { FormField } from '@hofn/domain/forms.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Locator, Page } from '@playwright/test';
import { defaultFolders } from '../../apps/web/build/folders.ts';
import { dateField } from '../support/dates.ts';
import { addresses } from '../support/system.ts';
import { expect, expectSound } from '../support/test.ts';

type Language = 'is' | 'en';
type Pair = Record<Language, string>;
type FormContent = Record<'title' | 'submit' | 'thanksTitle', Pair> & {
  page: Parameters<typeof pathOf>[0];
  fields: { name: string; label: Pair; add?: Pair }[];
};

const contentOf = (file: string) =>
  JSON.parse(readFileSync(join(defaultFolders.contentDir, `${file}.json`), 'utf8'));

/** Texts that all forms share. */
export const formLabels: Record<string, Pair> = contentOf('formLabels/formLabels');

const paper = {
  name: 'skirteini.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
};

/** A form of the site in one language, on its own page or inside `place`. */
export const formScreen = (page: Page, kind: FormKind, language: Language, place?: Locator) => {
  const words = contentOf(`form/${kind}`) as FormContent;
  const within = place ?? page.locator('main');
  const address = `${addresses.site}${pathOf(words.page as never, language).slice(1)}/`;
  const field = (name: string) => within.locator(`[name="${name}"]`);
  const labelOf = (name: string) => words.fields.find((one) => one.name === name)?.label[language] ?? '';

  const fillField = async (asked: FormField, path: string, value: unknown): Promise<void> => {
    const texts = [value].flat().filter((one) => typeof one === 'string');
    switch (asked.type) {
      case 'list':
        for (const [at, row] of [value].flat().entries()) {
          const first = field(`${path}.${at}.${asked.fields?.[0]?.name}`);
          const add = words.fields.find(({ name }) => name === asked.name)?.add?.[language] ?? '';
          if ((await first.count()) === 0) await within.getByRole('button', { name: add }).click();
          await fillAll(asked.fields ?? [], row as Record<string, unknown>, `${path}.${at}.`);
        }
        return;
      case 'flag':
        return field(path).check();
      case 'radio':
      case 'checkboxes':
        for (const text of texts) await within.locator(`[name^="${path}"][value="${text}"]`).check();
        return;
      case 'day':
        return dateField(within, labelOf(path)).fill(texts.join());
      case 'select':
        await field(path).selectOption(texts);
        return;
      default:
        await field(path).fill(texts.join());
    }
  };
  const fillAll = async (
    fields: readonly FormField[],
    values: Record<string, unknown>,
    above = '',
  ): Promise<void> => {
    for (const asked of fields) {
      const value = values[asked.name];
      if (value !== undefined && value !== '') await fillField(asked, above + asked.name, value);
    }
  };

  return {
    words,
    within,
    field,
    labelOf,
    send: within.getByRole('button', { name: words.submit[language], exact: true }),
    open: async () => {
      await page.goto(address);
      await page.keyboard.press('Shift');
      await expect(page.locator('html')).toHaveAttribute('data-live', '');
      await expectSound(page, { language, heading: words.title[language] });
    },
    /** Fills in fields by name. */
    fill: (values: Record<string, unknown>) => fillAll(formKindOf(kind).fields, values),
    /** Chooses a file and waits until it is uploaded. */
    attach: async (done: string) => {
      await within.locator('input[type=file]').setInputFiles(paper);
      await expect(within.getByText(done, { exact: true })).toBeVisible();
    },
    /** The reference number on the thank-you screen. */
    reference: async (): Promise<string> => {
      const heading = within.getByRole('heading', { name: words.thanksTitle[language], exact: true });
      await expect(heading).toBeFocused();
      const text = await within.getByText(/^(Tilvísunarnúmer|Reference number): /).textContent();
      const reference = text?.split(': ')[1] ?? '';
      expect(reference).toMatch(/^F-\d{4}-\d{6}$/);
      return reference;
    },
  };
};
