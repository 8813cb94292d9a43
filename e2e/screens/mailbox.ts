import { patience } from '@hofn/database/testing/patience.ts';
import type { Page } from '@playwright/test';
import { addresses } from '../support/system.ts';
import { expect, findAxeViolations, oncePerRun } from '../support/test.ts';

type Language = 'is' | 'en';

/** The sandbox's mailbox, in a separate page. */
export const mailboxScreen = (page: Page, language: Language) => {
  const list = `${addresses.mailbox}?lang=${language}`;
  const rows = (recipient: string, subject: string) =>
    page.getByRole('row').filter({ hasText: recipient }).filter({ hasText: subject });
  return {
    /** The number of e-mails with this subject to `recipient`, from any test. */
    count: async (recipient: string, subject: string): Promise<number> => {
      await page.goto(list);
      return rows(recipient, subject).count();
    },
    /** Opens the newest e-mail to `recipient` with this subject, once there are more than `had`. */
    open: async (recipient: string, subject: string, existing = 0) => {
      const row = rows(recipient, subject);
      await expect(async () => {
        await page.goto(list);
        await expect(row.nth(existing)).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: patience(15_000) });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      // Only the list is checked: axe cannot enter the frame of an e-mail's page, which runs no scripts.
      await oncePerRun(`mailbox ${language}`, async () => expect(await findAxeViolations(page)).toEqual([]));
      await row.first().getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
    },
    /** Answers the opened e-mail with a text and a file, as its recipient would. */
    reply: async (text: string, { name, buffer }: { name: string; buffer: Buffer }) => {
      await page.locator('textarea[name=text]').fill(text);
      await page.locator('input[name=files]').setInputFiles({ name, buffer, mimeType: 'image/jpeg' });
      await page.locator('form button').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        language === 'is' ? 'Svarið er sent' : 'The reply has been sent',
      );
    },
    attachments: page.locator('a[href*="/attachments/"]'),
    /** The e-mail as its recipient sees it. */
    html: page.frameLocator('iframe'),
    text: page.locator('pre'),
  };
};
