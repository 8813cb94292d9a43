import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addresses } from '../support/system.ts';
import { expect, expectSound } from '../support/test.ts';

type Language = 'is' | 'en';
type Pair = Record<Language, string>;
type Content = Record<string, Pair> & {
  fields: { name: string; label: Pair; options?: { value: string; label: Pair }[] }[];
};

const contentOf = (type: string): Content =>
  JSON.parse(readFileSync(new URL(`../../content/${type}/${type}.json`, import.meta.url), 'utf8'));
const prices = contentOf('prices');
const offers = contentOf('priceOffer');

export const pricesPath: Pair = { is: 'tryggja', en: 'en/insure' };
export const offerPath: Pair = { is: 'tryggja/tilbod', en: 'en/insure/quote' };

/** The public price calculator, and the page that opens a saved price. Texts come from the page's own content. */
export const pricesScreen = (page: Page, language: Language) => {
  const main = page.getByRole('main');
  const said = (name: string, of: Content = prices): string => of[name]?.[language] ?? name;
  const words = (name: string, of?: Content) => said(name, of).replaceAll(/\s/g, '\\s').replace(/\{.*$/, '');
  const field = (name: string) => prices.fields.find((one) => one.name === name);
  const labelOf = (name: string) => field(name)?.label[language] ?? name;
  return {
    said,
    ofOffer: (name: string) => said(name, offers),
    words: (name: string) => new RegExp(words(name)),
    wordsOfOffer: (name: string) => new RegExp(words(name, offers)),
    open: (hash = '') => page.goto(`${addresses.site}${pricesPath[language]}/${hash}`),
    loaded: (heading: string) => expectSound(page, { language, heading }),
    product: (name: string) => main.getByRole('link', { name, exact: true }),
    submit: main.getByRole('button', { name: said('submit'), exact: true }),
    faults: main.getByRole('alert').filter({ has: page.getByRole('listitem') }),
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
    price: main.getByRole('heading', { name: said('result') }).locator('..'),
    announced: main.getByRole('status'),
    email: main.getByLabel(said('email')),
    keep: main.getByRole('button', { name: said('keep'), exact: true }),
    kept: main.getByRole('heading', { name: said('kept') }),
    toOffer: main.getByRole('link', { name: offers.title?.[language] ?? '' }),
    toNumber: main.getByRole('link', { name: said('open'), exact: true }),
    number: main.getByLabel(said('openLabel', offers)),
    openOffer: main.getByRole('button', { name: said('open', offers), exact: true }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    main,
    expectPrice: async (amount: RegExp) => {
      await expect(main.getByRole('heading', { name: said('result') }).locator('..')).toContainText(amount);
    },
  };
};
