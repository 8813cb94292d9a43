import type { BrowserContext, Page } from '@playwright/test';
import { addresses } from '../support/system.ts';
import { expect, expectScreen } from '../support/test.ts';
import { words } from '../support/words.ts';

/** Addresses from the site's base. */
export const toSignPath = { is: 'vidskipti/undirritud-skjol/', en: 'en/my-pages/documents-to-sign/' };
export const signatureCheckPath = { is: 'sannreyna/undirritun', en: 'en/verify/signature' };

/** Documents that wait for a signature, one of them, and those that have one. */
export const signingScreen = (page: Page, language: 'is' | 'en') => {
  const t = words[language];
  const start = t('signing|openOf', { title: '' });
  const dialog = page.getByRole('dialog', { name: t('signing|start') });
  return {
    waiting: page.getByRole('link', { name: start }),
    /** By the name of the document. */
    open: (title: string) => page.getByRole('link', { name: start + title, exact: true }),
    signed: page.getByRole('table', { name: t('signing|signedTitle') }).locator('tbody tr'),
    method: (key: 'withPhone' | 'withApp') => page.getByRole('radio', { name: t(`signing|${key}`) }),
    phone: page.getByRole('textbox', { name: t('signing|phone') }),
    start: page.getByRole('button', { name: t('signing|start') }),
    dialog,
    /** What the phone must show too. */
    code: async () => (await dialog.getByText(/^\d{4}$/).textContent()) ?? 'none',
    loaded: async () => {
      await expect(page.getByText(t('signing|lead'))).toBeVisible();
      await expect(page.locator('[data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: t('signing|title') });
    },
  };
};

/** Answers a request on the demo's phones, found by the code that the portal shows. */
export const answerOnPhone = async (
  context: BrowserContext,
  language: 'is' | 'en',
  code: string,
  act: RegExp,
): Promise<void> => {
  const phones = await context.newPage();
  await phones.goto(`${addresses.eid}?lang=${language}`);
  // The code alone: its figures may stand in another's message too.
  const request = phones.getByRole('listitem').filter({ has: phones.getByText(code, { exact: true }) });
  await request.getByRole('button', { name: act }).click();
  await expect(request).toHaveCount(0);
  await phones.close();
};
