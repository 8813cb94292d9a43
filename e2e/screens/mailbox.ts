import type { Page } from '@playwright/test';
import { addresses } from '../support/system.ts';
import { axeFinds, expect, onceInRun } from '../support/test.ts';

type Language = 'is' | 'en';

/** The sandbox's mailbox, in a page of its own. */
export const mailboxScreen = (page: Page, language: Language) => {
  const list = `${addresses.mailbox}?lang=${language}`;
  const rows = (recipient: string, subject: string) =>
    page.getByRole('row').filter({ hasText: recipient }).filter({ hasText: subject });
  return {
    /** How many mails with this subject `recipient` has, whoever sent them. */
    count: async (recipient: string, subject: string): Promise<number> => {
      await page.goto(list);
      return rows(recipient, subject).count();
    },
    /** Opens the newest mail to `recipient` with this subject, once there are more than `had`. */
    open: async (recipient: string, subject: string, had = 0) => {
      const row = rows(recipient, subject);
      await expect(async () => {
        await page.goto(list);
        await expect(row.nth(had)).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 15_000 });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      // The page of one mail is not looked at so: a tool that runs in the page cannot enter its frame, which runs none.
      await onceInRun(`mailbox ${language}`, async () => expect(await axeFinds(page)).toEqual([]));
      await row.first().getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
    },
    attachments: page.locator('a[href*="/attachments/"]'),
    /** The mail as its reader sees it. */
    html: page.frameLocator('iframe'),
    text: page.locator('pre'),
  };
};
