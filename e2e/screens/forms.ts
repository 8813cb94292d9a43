import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import type { FormField } from '@hofn/domain/forms.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Locator, Page } from '@playwright/test';
import { plainPdf } from '../../apps/api/src/platform/pdf/testing-files.ts';
import { defaultFolders } from '../../apps/web/build/folders.ts';
import { dateField } from '../support/dates.ts';
import { addresses } from '../support/system.ts';
import { expect, expectValidScreen } from '../support/test.ts';

type Language = 'is' | 'en';
type Bilingual = Record<Language, string>;
type FormContent = Record<'title' | 'submit' | 'thanksTitle', Bilingual> & {
  page: Parameters<typeof pathOf>[0];
  fields: { name: string; label: Bilingual; add?: Bilingual }[];
};

const readContent = (file: string) =>
  JSON.parse(readFileSync(join(defaultFolders.contentDir, `${file}.json`), 'utf8'));

/** Texts that all forms share. */
export const formLabels: Record<string, Bilingual> = readContent('formLabels/formLabels');

const pdf = {
  name: 'skirteini.pdf',
  mimeType: 'application/pdf',
  buffer: plainPdf,
};

/** A form of the site in one language, on its own page or inside `place`. */
export const formScreen = (page: Page, kind: FormKind, language: Language, place?: Locator) => {
  const content = readContent(`form/${kind}`) as FormContent;
  const within = place ?? page.locator('main');
  const address = `${addresses.site}${pathOf(content.page as never, language).slice(1)}/`;
  const field = (name: string) => within.locator(`[name="${name}"]`);
  const labelOf = (name: string) => content.fields.find((one) => one.name === name)?.label[language] ?? '';

  const fillField = async (formField: FormField, path: string, value: unknown): Promise<void> => {
    const texts = [value].flat().filter((one) => typeof one === 'string');
    switch (formField.type) {
      case 'list':
        for (const [at, row] of [value].flat().entries()) {
          const first = field(`${path}.${at}.${formField.fields?.[0]?.name}`);
          const add = content.fields.find(({ name }) => name === formField.name)?.add?.[language] ?? '';
          if ((await first.count()) === 0) await within.getByRole('button', { name: add }).click();
          await fillAll(formField.fields ?? [], row as Record<string, unknown>, `${path}.${at}.`);
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
    prefix = '',
  ): Promise<void> => {
    for (const field of fields) {
      const value = values[field.name];
      if (value !== undefined && value !== '') await fillField(field, prefix + field.name, value);
    }
  };

  return {
    content,
    within,
    field,
    labelOf,
    send: within.getByRole('button', { name: content.submit[language], exact: true }),
    open: async () => {
      await page.goto(address);
      await page.keyboard.press('Shift');
      await expect(page.locator('html')).toHaveAttribute('data-live', '');
      await expectValidScreen(page, { language, heading: content.title[language] });
    },
    /** Fills in fields by name. */
    fill: (values: Record<string, unknown>) => fillAll(formKindOf(kind).fields, values),
    /** Chooses a file and waits until it is uploaded. */
    attach: async (done: string) => {
      await within.locator('input[type=file]').setInputFiles(pdf);
      await expect(within.getByText(done, { exact: true })).toBeVisible();
    },
    /** The reference number on the thank-you screen. */
    reference: async (): Promise<string> => {
      const heading = within.getByRole('heading', { name: content.thanksTitle[language], exact: true });
      await expect(heading).toBeFocused();
      const text = await within.getByText(/^(Tilvísunarnúmer|Reference number): /).textContent();
      const reference = text?.split(': ')[1] ?? '';
      expect(reference).toMatch(/^F-\d{4}-\d{6}$/);
      return reference;
    },
  };
};
