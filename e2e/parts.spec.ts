import type { Page } from '@playwright/test';
import { type Bundle, bundle, openBundle } from './support/bundle.ts';
import { expect, test } from './support/test.ts';

// Playwright cannot take its clock out of a shared context.
test.use({ reuseContext: false });

let files: Bundle;
test.beforeAll(async () => {
  files = await bundle(new URL('support/parts-page.ts', import.meta.url));
});

const open = async (page: Page) => {
  await page.clock.install({ time: new Date('2026-11-21T11:00:00Z') });
  await openBundle(page, files);
  // From here on, only the test moves the clock.
  await page.clock.pauseAt(new Date('2026-11-21T12:00:00Z'));
};

test('UI-2, UI-3, UI-5: a busy button shows five dots, keeps its name and cannot be pressed again; the ripple lasts 1 s and the skeleton appears only after 300 ms; a closable alert closes and the others stay', async ({
  page,
}) => {
  await open(page);
  const button = page.getByRole('button', { name: 'Send' });
  await expect(button.locator('i')).toHaveCount(5);
  // Forced, because to Playwright, as to a screen reader, the button is disabled.
  await button.click({ force: true });
  await expect(page.locator('output')).toHaveText('0');
  const press = page.getByRole('button', { name: 'Press' });
  const ripples = press.locator('[data-ripple]');
  await press.click();
  await expect(page.locator('output')).toHaveText('1');
  await expect(ripples).toHaveCount(1);
  await page.clock.runFor(999);
  await expect(ripples).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(ripples).toHaveCount(0);

  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('It will snow.')).toHaveCount(0);
  await expect(page.getByText('It stays.')).toBeVisible();

  const waiting = page.locator('#waiting [role=status]');
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(waiting).toHaveCount(1);
  await page.clock.runFor(299);
  await expect(waiting).toBeEmpty();
  await page.clock.runFor(1);
  await expect(waiting).toHaveText('On its way');
  await expect(waiting.locator('[aria-hidden=true]')).toBeVisible();
});
