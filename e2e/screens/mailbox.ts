import type { Page } from '@playwright/test';
import { addresses } from '../support/system.ts';
import { axeFinds, expect } from '../support/test.ts';

type Language = 'is' | 'en';

/** The sandbox's mailbox, in a page of its own. */
export const mailboxScreen = (page: Page, language: Language) => {
  const list = `${addresses.mailbox}?lang=${language}`;
  return {
    /** Opens the newest mail to `recipient` with this subject, once it has come. */
    open: async (recipient: string, subject: string) => {
      const row = page.getByRole('row').filter({ hasText: recipient }).filter({ hasText: subject });
      await expect(async () => {
        await page.goto(list);
        await expect(row.first()).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 15_000 });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      // The page of one mail is not looked at so: a tool that runs in the page cannot enter its frame, which runs none.
      expect(await axeFinds(page)).toEqual([]);
      await row.first().getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
    },
    attachments: page.locator('a[href*="/attachments/"]'),
    /** The mail as its reader sees it. */
    html: page.frameLocator('iframe'),
    text: page.locator('pre'),
  };
};
