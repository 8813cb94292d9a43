import { readFile } from 'node:fs/promises';
import { pathOf } from '@hofn/texts/paths.ts';
import { plainPdf } from '../apps/api/src/platform/pdf/testing-files.ts';
import { documentsPath, documentsScreen } from './screens/documents.ts';
import { openSignedIn, signIn } from './screens/sign-in.ts';
import { hidePdfViewer } from './support/browser.ts';
import { chooseListAction, openFilters } from './support/filters.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

// `pdf-viewer.spec.ts` opens a document in the browser's PDF viewer.
for (const { language, width, name } of journeyVariants('phone')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = translate[language];

    test('PORT-4, PORT-18, DATA-7a: a customer finds and opens a document, which is marked as read when they come back', async ({
      page,
    }) => {
      await hidePdfViewer(page);
      await openSignedIn(page, language, people.family.ssn, addresses.site + documentsPath[language]);
      const screen = documentsScreen(page, language);
      await screen.loaded();
      const total = await screen.rows.count();
      // Day and kind share a line, also on a phone.
      const cells = screen.rows.first().getByRole('cell');
      const [day, kind] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()];
      expect(day?.y).toBeCloseTo(kind?.y ?? 0, 0);
      await openFilters(page, language);
      await screen.kind.selectOption('invoice');
      await screen.waitForFiltered(total, t('documents|kindInvoice'));
      await screen.clear.click();
      await expect(screen.rows).toHaveCount(total);
      await screen.search.fill({ is: 'kasko', en: 'comprehensive' }[language]);
      await screen.waitForFiltered(total, language === 'is' ? /kaskó/i : /comprehensive/i);
      await screen.clear.click();
      // Of these there are more than this and other tests read.
      await screen.kind.selectOption('invoice');
      await screen.state.selectOption('unread');
      await screen.waitForFiltered(total, t('documents|unread'));

      const link = screen.rows.first().getByRole('link');
      const title = (await link.textContent()) ?? 'none';
      await link.click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.reload();
      const save = page.getByRole('button', { name: t('documents|download') });
      await expect(save).toHaveAttribute('aria-disabled', 'false');
      await expect(page.getByText(t('documents|noViewer'))).toBeVisible();
      await expectValidScreen(page, { language, heading: title });
      const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
      expect(file.suggestedFilename()).toMatch(/\.pdf$/);
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
      // The same document in the other language, to show to somebody else.
      const other = language === 'is' ? 'en' : 'is';
      await page.getByRole('radio', { name: t(`documents|language.${other}`), exact: true }).check();
      await expect(save).toHaveAttribute('aria-disabled', 'false');
      const [translated] = await Promise.all([page.waitForEvent('download'), save.click()]);
      expect(translated.suggestedFilename()).not.toBe(file.suggestedFilename());

      await page.getByRole('link', { name: t('documents|back') }).click();
      await screen.loaded();
      await openFilters(page, language);
      await screen.kind.selectOption('invoice');
      await expect(screen.rows.filter({ hasText: title }).first()).toContainText(t('documents|read'));

      // Going back restores the list as it was filtered.
      await expect(screen.state).toHaveValue('');
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.goBack();
      await screen.loaded();
      await openFilters(page, language);
      await expect(screen.state).toHaveValue('unread');
      await screen.waitForFiltered(total, t('documents|unread'));
    });
  });
}

test('PORT-19, PATH-14, LINK-7, UI-7: a customer downloads selected documents as a ZIP and the list as CSV, and prints the list without its controls; a document’s own address downloads it and offers it again', async ({
  page,
  expectedMessages,
}) => {
  const t = translate.en;
  await openSignedIn(page, 'en', people.family.ssn, addresses.site + documentsPath.en);
  const screen = documentsScreen(page, 'en');
  await screen.loaded();
  // The journeys above use the unread documents.
  const total = await screen.rows.count();
  await openFilters(page, 'en');
  await screen.kind.selectOption('certificate');
  await screen.waitForFiltered(total, t('documents|kindCertificate'));
  await screen.rows.nth(0).getByRole('checkbox').check();
  await screen.rows.nth(1).getByRole('checkbox').check();
  await expect(page.getByText(t('documents|selected', { n: 2 }))).toBeVisible();
  const [zip] = await Promise.all([page.waitForEvent('download'), screen.download.click()]);
  expect(zip.suggestedFilename()).toMatch(/^documents-\d{4}-\d\d-\d\d\.zip$/);
  expect((await readFile(await zip.path())).subarray(0, 2).toString()).toBe('PK');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    chooseListAction(page, 'en', t('table|exportCsv')),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^documents-\d{4}-\d\d-\d\d\.csv$/);
  await page.emulateMedia({ media: 'print' });
  await expect(screen.search).toBeHidden();
  await expect(screen.rows.first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  const link = screen.rows.first().getByRole('link');
  const title = (await link.textContent()) ?? 'none';
  const id = new URL((await link.getAttribute('href')) ?? '', addresses.site).pathname
    .split('/')
    .filter(Boolean)
    .at(-1);
  // A full page load, as from an e-mail.
  const download = page.waitForEvent('download');
  await page.goto(`${addresses.site}en/document/${id}/`);
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByText(t('documents|downloadStarted'))).toBeVisible();
  await expectValidScreen(page, { language: 'en', heading: title });
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('documents|downloadAgain') }).click(),
  ]);
  expect(again.suggestedFilename()).toMatch(/\.pdf$/);
  // The browser logs the missing file.
  expectedMessages.push(/404/);
  await page.goto(`${addresses.site}en/document/none/`);
  await expect(page.getByRole('heading', { name: t('documents|notFoundTitle') })).toBeVisible();
});

test('LINK-4, LINK-7, LANG-10: a data gateway file requires sign-in in the language of its address, returns to it with its query, and downloads; a missing file is reported', async ({
  page,
  expectedMessages,
}) => {
  const t = translate.is;
  await page.goto(`${addresses.site}gagnagatt-vis/none?ur=brefi`);
  await signIn(page, 'is', people.family.ssn);
  expectedMessages.push(/404/);
  await expect(page).toHaveURL(`${addresses.site}gagnagatt-vis/none?ur=brefi`);
  await expect(page.getByRole('heading', { name: t('documents|notFoundTitle') })).toBeVisible();
  await page.goto(addresses.site + documentsPath.en);
  const screen = documentsScreen(page, 'en');
  await screen.loaded();
  const href = (await screen.rows.first().getByRole('link').getAttribute('href')) ?? '';
  const id = href.split('/').filter(Boolean).at(-1);
  const coming = page.waitForEvent('download');
  await page.goto(`${addresses.site}en/data-gateway/${id}`);
  expect((await readFile(await (await coming).path())).subarray(0, 5).toString()).toBe('%PDF-');
});

const drawing = {
  name: 'teikning.pdf',
  mimeType: 'application/pdf',
  buffer: plainPdf,
};

test('DATA-7a, LIFE-29: a message to the insurer names what is missing, asks before it is left by a link or Back, is sent, and appears among the documents', async ({
  page,
}) => {
  const t = translate.is;
  // The spouse: the journeys above count the family's list, and a note would add to it.
  await openSignedIn(page, 'is', people.spouse.ssn, addresses.site + pathOf('portal.matters', 'is').slice(1));
  const messages = page.getByRole('heading', { level: 1, name: t('matters|title') });
  await expect(messages).toBeVisible();
  const write = page.locator('main').getByRole('link', { name: t('matters|write') });
  await write.click();
  const subject = page.getByLabel(t('documents|memoSubject'));
  const send = page.getByRole('button', { name: t('documents|memoSend') });
  await send.click();
  await expect(page.getByRole('link', { name: t('documents|memoSubjectMissing') })).toBeVisible();
  await subject.fill('Nýtt heimilisfang');

  const question = page.getByRole('dialog', { name: t('global|unsavedTitle') });
  await page.locator('a[href*="/greidslustada"]:visible').first().click();
  await question.getByRole('button', { name: t('global|stay') }).click();
  await expect(question).toBeHidden();
  await expect(subject).toHaveValue('Nýtt heimilisfang');
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/senda-skjal/);
  await expectValidScreen(page, { language: 'is', heading: t('documents|memoTitle') });
  await question.getByRole('button', { name: t('global|leave') }).click();
  await expect(messages).toBeVisible();
  await expect(page).toHaveURL(/erindi\/?$/);

  await write.click();
  await subject.fill('Nýtt heimilisfang');
  await page.getByLabel(t('documents|memoText'), { exact: true }).fill('Við fluttum að Ægisgötu 7.');
  await page.locator('input[type=file]').setInputFiles(drawing);
  await expect(page.getByText(t('claim|fileDone', { size: '1\u00a0kB' }), { exact: true })).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('documents|memoTitle') });
  await send.click();
  await expect(page.getByRole('heading', { name: t('documents|memoSentTitle') })).toBeFocused();
  await page.getByRole('link', { name: t('documents|memoOpen') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nýtt heimilisfang' })).toBeVisible();
  const [attachment] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('claim|downloadFile', { name: drawing.name }) }).click(),
  ]);
  expect(await readFile(await attachment.path())).toEqual(drawing.buffer);
});

test('DATA-7a: a note just sent appears in a list that was loaded before', async ({ page }) => {
  const t = translate.is;
  await openSignedIn(page, 'is', people.spouse.ssn, addresses.site + documentsPath.is);
  const screen = documentsScreen(page, 'is');
  await screen.loaded();
  await page
    .locator('header nav')
    .getByRole('link', { name: t('matters|title') })
    .click();
  await page
    .locator('main')
    .getByRole('link', { name: t('matters|write') })
    .click();
  // Unique to each attempt.
  const title = `Nýr bíll ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel(t('documents|memoSubject')).fill(title);
  await page.getByLabel(t('documents|memoText'), { exact: true }).fill('Við keyptum bíl.');
  await page.getByRole('button', { name: t('documents|memoSend') }).click();
  await expect(page.getByRole('heading', { name: t('documents|memoSentTitle') })).toBeVisible();
  await page
    .locator('header nav')
    .getByRole('link', { name: t('documents|title'), exact: true })
    .first()
    .click();
  await expect(screen.rows.filter({ hasText: title })).toHaveCount(1);
});
