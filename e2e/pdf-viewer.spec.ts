// A document in the browser's PDF viewer, which Chromium's headless shell lacks.
import { readFile } from 'node:fs/promises';
import { documentsPath, documentsScreen } from './screens/documents.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { withPdfViewer } from './support/browser.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

test.use({ launchOptions: withPdfViewer });

for (const { language, width, name } of journeyVariants('desktop'))
  test(`PORT-4, DATA-7a: a document opens in the PDF viewer, in either language, and downloads, ${name}`, async ({
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, language, people.family.ssn, addresses.site + documentsPath[language]);
    const screen = documentsScreen(page, language);
    await screen.loaded();
    // A memo, which is a text and has no language to choose, can be the newest document.
    const link = screen.rows
      .filter({ hasText: t('documents|kindCertificate') })
      .first()
      .getByRole('link');
    const title = (await link.textContent()) ?? 'none';
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.reload();
    const viewer = page.getByTitle(t('documents|viewer', { title }));
    const save = page.getByRole('button', { name: t('documents|download') });
    const download = async () => {
      await expect(save).toHaveAttribute('aria-disabled', 'false');
      await expect(viewer).toBeVisible();
      const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
      return file.suggestedFilename();
    };
    const first = await download();
    const other = language === 'is' ? 'en' : 'is';
    await page.getByRole('radio', { name: t(`documents|language.${other}`), exact: true }).check();
    expect(await download()).not.toBe(first);
    await page.getByRole('link', { name: t('documents|back') }).click();
    await screen.loaded();
  });
