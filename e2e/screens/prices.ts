import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addresses } from '../support/system.ts';
import { expect, expectValidScreen } from '../support/test.ts';

type Language = 'is' | 'en';
type Bilingual = Record<Language, string>;
type Content = Record<string, Bilingual> & {
  fields: { name: string; label: Bilingual; options?: { value: string; label: Bilingual }[] }[];
};

const readContent = (type: string): Content =>
  JSON.parse(readFileSync(new URL(`../../content/${type}/${type}.json`, import.meta.url), 'utf8'));
const prices = readContent('prices');
const offers = readContent('priceOffer');

export const pricesPath: Bilingual = { is: 'tryggja', en: 'en/insure' };
export const offerPath: Bilingual = { is: 'tryggja/tilbod', en: 'en/insure/quote' };

/** The public price calculator, and the page that opens a saved price. Texts come from the page's own content. */
export const pricesScreen = (page: Page, language: Language) => {
  const main = page.getByRole('main');
  const text = (name: string, of: Content = prices): string => of[name]?.[language] ?? name;
  const words = (name: string, of?: Content) => text(name, of).replaceAll(/\s/g, '\\s').replace(/\{.*$/, '');
  const field = (name: string) => prices.fields.find((one) => one.name === name);
  const labelOf = (name: string) => field(name)?.label[language] ?? name;
  return {
    text,
    offerText: (name: string) => text(name, offers),
    words: (name: string) => new RegExp(words(name)),
    offerPattern: (name: string) => new RegExp(words(name, offers)),
    open: (hash = '') => page.goto(`${addresses.site}${pricesPath[language]}/${hash}`),
    loaded: (heading: string) => expectValidScreen(page, { language, heading }),
    product: (name: string) => main.getByRole('link', { name, exact: true }),
    submit: main.getByRole('button', { name: text('submit'), exact: true }),
    errors: main.getByRole('alert').filter({ has: page.getByRole('listitem') }),
    /** Types a text, or chooses an option by its value. */
    answer: async (name: string, value: string) => {
      const option = field(name)?.options?.find((one) => one.value === value);
      if (!option) return main.getByLabel(labelOf(name)).fill(value);
      await main
        .getByRole('group', { name: labelOf(name) })
        .getByText(option.label[language], { exact: true })
        .click();
    },
    option: (name: string, value: string) =>
      main.getByRole('group', { name: labelOf(name) }).locator(`input[value="${value}"]`),
    price: main.getByRole('heading', { name: text('result') }).locator('..'),
    announced: main.getByRole('status'),
    email: main.getByLabel(text('email')),
    save: main.getByRole('button', { name: text('keep'), exact: true }),
    saved: main.getByRole('heading', { name: text('kept') }),
    toOffer: main.getByRole('link', { name: offers.title?.[language] ?? '' }),
    toNumber: main.getByRole('link', { name: text('open'), exact: true }),
    number: main.getByLabel(text('openLabel', offers)),
    openOffer: main.getByRole('button', { name: text('open', offers), exact: true }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    main,
    expectPrice: async (amount: RegExp) => {
      await expect(main.getByRole('heading', { name: text('result') }).locator('..')).toContainText(amount);
    },
  };
};
