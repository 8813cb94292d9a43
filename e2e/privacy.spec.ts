// A person's requests about their data: an archive of all of it, and its erasure.

import { readFileSync } from 'node:fs';
import { patience } from '@hofn/database/testing/patience.ts';
import { archive } from '@hofn/texts/catalogue/is/archive.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { signIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const path = { is: 'vidskipti/stillingar/personuvernd/', en: 'en/my-pages/settings/privacy/' };

for (const { language, width, name } of journeyVariants('phone')) {
  test(`DATA-3a, DATA-3b, PORT-14: a customer downloads a finished archive, and sees a pending erasure request, ${name}`, async ({
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    await page.goto(addresses.site + path[language]);
    await signIn(page, language, people.archived.ssn);
    const overview = page.getByRole('region', { name: t('privacy|overview'), exact: true });
    await expect(overview).toContainText(t('privacy|overview.ready'));
    await expect(overview).toContainText(t('privacy|fetchUntil'));
    await expect(overview).toContainText(t('privacy|keepSafe'));
    const erasure = page.getByRole('region', { name: t('privacy|erasure'), exact: true });
    await expect(erasure).toContainText(t('privacy|erasure.requested'));
    await expect(erasure.getByRole('button', { name: t('privacy|requestErasure') })).toHaveCount(0);
    await expectValidScreen(page, { language, heading: t('privacy|title') });

    const coming = page.waitForEvent('download');
    await overview.getByRole('button', { name: t('privacy|download') }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^(personuupplysingar|personal-data)-\d{4}-\d\d-\d\d\.zip$/);
    const zip = readFileSync(await file.path());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    // It was requested in Icelandic.
    for (const name of ['yfirlit.pdf', 'json/policies.json', 'skjol/']) expect(zip.includes(name)).toBe(true);
    await expect(overview).toContainText(t('privacy|fetched'));
  });
}

test('DATA-3b: after an erasure, a customer reads what is retained, why and until when', async ({ page }) => {
  const t = translate.en;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addresses.site + path.en);
  await signIn(page, 'en', people.erased.ssn);
  const erasure = page.getByRole('region', { name: t('privacy|erasure'), exact: true });
  await expect(erasure).toContainText(t('privacy|erasure.done'));
  const row = (what: string) => erasure.getByRole('row').filter({ hasText: what });
  await expect(row(t('privacyKept|what.signIn'))).toContainText(t('privacyKept|why.contract'));
  await expect(row(t('privacyKept|what.accounts'))).toContainText(t('privacyKept|why.accounting'));
  await expect(row(t('privacyKept|what.accounts'))).toContainText(/31\sDecember\s\d{4}/);
  await expectValidScreen(page, { language: 'en', heading: t('privacy|title') });
});

test('DATA-3b: an erasure request is sent only after confirmation', async ({ page }) => {
  const t = translate.is;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(addresses.site + path.is);
  await signIn(page, 'is', people.reader.ssn);
  const erasure = page.getByRole('region', { name: t('privacy|erasure'), exact: true });
  await erasure.getByRole('button', { name: t('privacy|requestErasure') }).click();
  const dialog = page.getByRole('dialog', { name: t('privacy|confirmTitle') });
  await expect(dialog).toContainText(t('privacy|confirmText'));
  await expectValidScreen(page, { language: 'is', heading: t('privacy|title') });
  await dialog.getByRole('button', { name: t('global|cancel') }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(erasure.getByRole('button', { name: t('privacy|requestErasure') })).toBeVisible();
});

test('DATA-3a: a customer requests an archive, sees it arrive while waiting, and is notified by e-mail', async ({
  browser,
  page,
}) => {
  const t = translate.is;
  await page.goto(addresses.site + path.is);
  await signIn(page, 'is', people.erased.ssn);
  const overview = page.getByRole('region', { name: t('privacy|overview'), exact: true });
  const ask = overview.getByRole('button', { name: t('privacy|requestOverview') });
  const fetchIt = overview.getByRole('button', { name: t('privacy|download') });
  await expect(ask.or(fetchIt)).toBeVisible();
  // On a repeat the request already exists: one is allowed in 30 days.
  if (await ask.isVisible()) await ask.click();
  await expect(fetchIt).toBeVisible({ timeout: patience(20_000) });
  await expect(ask).toHaveCount(0);
  const mailbox = await browser.newContext();
  const mail = mailboxScreen(await mailbox.newPage(), 'is');
  await mail.open(people.erased.email, archive.privacyArchiveReadyEmail.subject);
  await mailbox.close();
});

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`DATA-3b, STAFF-6: staff see what would be erased and what the law retains before they decide, and must give reasons to refuse, ${name}`, async ({
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    const queue = workQueueScreen(page, language);
    await queue.signIn('katrin');
    await queue.openCase(people.archived.name);
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await expect(row(t('archiveTable|proposals'))).toBeVisible();
    await expect(row(t('privacyKept|what.policies'))).toContainText(t('privacyKept|why.contract'));
    await queue.button(t('privacyCase|refuse')).click();
    await queue.button(t('privacyCase|send.refuse')).click();
    const reasons = page.getByLabel(t('privacyCase|reasons.refuse'));
    await expect(reasons).toHaveAccessibleDescription(new RegExp(t('privacyCase|reasonsShort', { min: 10 })));
    await expectValidScreen(page, { language, heading: /./ });
    await queue.button(t('global|cancel')).click();
    await queue.button(t('privacyCase|approve')).click();
    await expect(page.getByRole('dialog')).toContainText(people.archived.name);
  });
}
