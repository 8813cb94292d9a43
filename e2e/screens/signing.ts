import type { BrowserContext, Page } from '@playwright/test';
import { addresses } from '../support/system.ts';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Paths relative to the site's base. */
export const toSignPath = { is: 'vidskipti/undirritud-skjol/', en: 'en/my-pages/documents-to-sign/' };
export const signatureCheckPath = { is: 'sannreyna/undirritun', en: 'en/verify/signature' };

/** Documents to sign, the screen of a document, and signed documents. */
export const signingScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const start = t('signing|openOf', { title: '' });
  const dialog = page.getByRole('dialog', { name: t('signing|start') });
  return {
    waiting: page.getByRole('link', { name: start }),
    /** Finds a document by title. */
    open: (title: string) => page.getByRole('link', { name: start + title, exact: true }),
    signed: page.getByRole('table', { name: t('signing|signedTitle') }).locator('tbody tr'),
    method: (key: 'withPhone' | 'withApp') => page.getByRole('radio', { name: t(`signing|${key}`) }),
    phone: page.getByRole('textbox', { name: t('signing|phone') }),
    start: page.getByRole('button', { name: t('signing|start') }),
    dialog,
    /** The code that the phone must show too. */
    code: async () => (await dialog.getByText(/^\d{4}$/).textContent()) ?? 'none',
    loaded: async () => {
      await expect(page.getByText(t('signing|lead'))).toBeVisible();
      await expect(page.locator('[data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: t('signing|title') });
    },
  };
};

/** Answers a request on the demo phones, found by the code that the portal shows. */
export const answerOnPhone = async (
  context: BrowserContext,
  language: 'is' | 'en',
  code: string,
  act: RegExp,
): Promise<void> => {
  const phones = await context.newPage();
  await phones.goto(`${addresses.eid}?lang=${language}`);
  // Match the code exactly: its digits may be part of another request's message.
  const request = phones.getByRole('listitem').filter({ has: phones.getByText(code, { exact: true }) });
  await request.getByRole('button', { name: act }).click();
  await expect(request).toHaveCount(0);
  await phones.close();
};
