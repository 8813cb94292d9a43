// Every part whose code loads on demand: a failed fetch shows an error and the retry loads it, even in a browser that
// caches the failure.
import { pathOf } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import { chatWindow, keepChatOpen } from './screens/chat.ts';
import { documentsPath, documentsScreen } from './screens/documents.ts';
import { formLabels, formScreen } from './screens/forms.ts';
import { pricesScreen } from './screens/prices.ts';
import { openSignedIn, signIn } from './screens/sign-in.ts';
import { staffViewScreen } from './screens/staff-view.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import {
  abortRequests,
  brokenMessage,
  builtFile,
  makeFileThrow,
  readManifest,
  simulateCachedFailure,
} from './support/chunks.ts';
import { dateField } from './support/dates.ts';
import { people } from './support/people.ts';
import { filePhotoClaim, photoOf } from './support/photo-claim.ts';
import { hydrate } from './support/site.ts';
import { addresses, demoPassword } from './support/system.ts';
import { expect, findAxeViolations, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const expected = [
  brokenMessage,
  'net::ERR_FAILED',
  'Failed to fetch dynamically imported module',
  'part of the page could not be loaded',
  'status of 4',
].join('|');
test.use({ expectedMessages: [new RegExp(expected)] });

const texts = '../../packages/texts/src/catalogue';
const modules = '../../node_modules';
/** Every part that loads on demand, by the test in this file that makes its fetch fail. */
const partsBy = {
  site: [
    'src/forms/declared/FormFiles.tsx',
    'src/prices/PriceForm.tsx',
    'src/claims/visitor/VisitorForm.tsx',
    ...['visitor-claim', 'claim-form'].map((name) => `${texts}/is/${name}.ts`),
  ],
  filled: ['src/prices/price-request.ts'],
  sending: ['src/chat/known-contact.ts'],
  dates: ['src/forms/declared/day-part.ts', 'src/parts/DayCalendar.tsx'],
  leaving: ['src/forms/LeaveDialog.tsx'],
  help: ['src/chat/widget.tsx', `${texts}/is/chat.ts`, 'src/shell/InquiryWindow.tsx'],
  portal: [
    'src/chat/customer-token.ts',
    'src/portal/popups/Popups.tsx',
    `${modules}/client-zip/index.js`,
    ...['visitor-claim', 'claim-form', 'chat'].map((name) => `${texts}/en/${name}.ts`),
  ],
  purchase: ['is', 'en'].map((language) => `${texts}/${language}/purchase.ts`),
  staff: ['src/staff/view/StaffBanner.tsx', 'src/uploads/photos/PhotoViewer.tsx'],
  // Loads only after sign-in by electronic ID, whose journey is in `security.spec.ts`; the form itself reports its
  // failure.
  untried: [`${modules}/@simplewebauthn/browser/esm/index.js`],
};

const urlOf = (path: string): string => `${addresses.site}${path}`;
const retryButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('HOLD-1: every part that loads on demand has a test here', () => {
  const late = Object.entries(readManifest()).filter(([, chunk]) => chunk.isDynamicEntry);
  expect(late.map(([source]) => source).toSorted()).toEqual(Object.values(partsBy).flat().toSorted());
});

test('HOLD-1, LIFE-39: a form that cannot be filled in from a price can be filled in by hand', async ({
  page,
}) => {
  const stopAborting = await abortRequests(page, builtFile('src/prices/price-request.ts'));
  const aborted = page.waitForEvent('requestfailed');
  await page.goto(urlOf(`${pathOf('priceRequest', 'is').slice(1)}#kasko.52430`));
  await hydrate(page);
  await aborted;
  const vehicle = page.getByRole('checkbox', { name: 'Ökutækjatrygging' });
  await expect(vehicle).not.toBeChecked();
  await vehicle.check();
  await expect(vehicle).toBeChecked();
  await stopAborting();
  await page.reload();
  await hydrate(page);
  await expect(page.getByLabel('Skilaboð')).toHaveValue(/52\.430/);
  await expect(vehicle).toBeChecked();
});

test('HOLD-1: the site’s forms say that a part could not be fetched, and the retry loads it', async ({
  page,
}) => {
  const retry = formLabels.retry?.is ?? '';
  await simulateCachedFailure(page, builtFile('src/forms/declared/FormFiles.tsx'));
  const form = formScreen(page, 'salesforceCase', 'is');
  await form.open();
  await hydrate(page);
  await form.field('subject').fill('Skráasafn');
  await expect(page.getByText(formLabels.filesFailed?.is ?? '')).toBeVisible();
  await retryButton(page, retry).click();
  await expect(page.locator('input[type=file]')).toBeAttached();
  await expect(form.field('subject')).toHaveValue('Skráasafn');

  await simulateCachedFailure(page, builtFile('src/prices/PriceForm.tsx'));
  const prices = pricesScreen(page, 'is');
  await prices.open();
  await hydrate(page);
  await page.locator('main a[href*="#"]').first().click();
  await expect(page.getByText(prices.text('openFailed'))).toBeVisible();
  await retryButton(page, prices.text('again')).click();
  await expect(prices.submit).toBeVisible();

  for (const source of partsBy.site.slice(2)) {
    await simulateCachedFailure(page, builtFile(source));
    await page.goto(urlOf('tjonstilkynningar/bilruda/'));
    await page.goto(urlOf('tjonstilkynningar/bilruda/#tilkynning'));
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'Ekki tókst að opna' }), source).toBeVisible();
    await retryButton(page, 'Reyna aftur').click();
    await expect(page.locator('#tilkynning input').first(), source).toBeAttached();
    await page.unrouteAll();
  }
});

test('HOLD-1, RIGHT-2: a complaint is sent although who is signed in cannot be read', async ({ page }) => {
  const form = formScreen(page, 'communication', 'is');
  const failed = page.waitForEvent('requestfailed');
  await abortRequests(page, builtFile('src/chat/known-contact.ts'));
  await form.open();
  await hydrate(page);
  await form.fill({ kind: 'complaint', name: 'Anna Prófdóttir', email: 'anna@example.is' });
  await form.fill({ phone: '6150001' });
  await form.fill({ description: 'Enginn svaraði.', wishedOutcome: 'Svar.' });
  await form.send.click();
  await form.reference();
  expect((await failed).url()).toContain('known-contact');
});

test('HOLD-1, HOLD-19: a date can be typed when its fields or its calendar cannot be fetched', async ({
  page,
}) => {
  const form = formScreen(page, 'appointmentRequest', 'is');
  await abortRequests(page, builtFile('src/forms/declared/day-part.ts'));
  await form.open();
  await hydrate(page);
  await form.field('preferredDate').fill('4.1.2027');
  await form.field('preferredDate').blur();
  await expect(form.field('preferredDate')).toHaveValue('2027-01-04');
  await page.unrouteAll();

  await simulateCachedFailure(page, builtFile('src/parts/DayCalendar.tsx'));
  await form.open();
  await hydrate(page);
  const date = dateField(page, form.labelOf('preferredDate'));
  await date.fill('2027-01-04');
  await date.group.getByRole('button').click();
  await expect(date.group.getByRole('alert')).toBeVisible();
  await date.group.getByRole('button').click();
  const calendar = page.getByRole('dialog');
  await expect(calendar.getByRole('heading', { level: 3 })).toHaveText('janúar 2027');
  await expect(calendar.getByRole('button', { pressed: true })).toBeFocused();
  expect(await findAxeViolations(page, 'dialog')).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(date.parts.first()).toHaveValue('5');
});

test('HOLD-1: when the dialog about unsaved input cannot be fetched, the browser asks instead', async ({
  page,
}) => {
  await abortRequests(page, builtFile('src/forms/LeaveDialog.tsx'));
  const form = formScreen(page, 'inquiry', 'is');
  await form.open();
  await hydrate(page);
  await form.field('description').fill('Hvar er yfirlitið?');
  const answers = [false, true];
  page.on('dialog', async (dialog) => {
    expect(dialog.message()).toContain(formLabels.leaveTitle?.is ?? 'none');
    await (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  const link = page.getByRole('link', { name: 'Hafa samband' }).first();
  await link.click();
  await expect.poll(() => answers.length).toBe(1);
  await expect(form.field('description')).toHaveValue('Hvar er yfirlitið?');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hafa samband' })).toBeVisible();
});

test('HOLD-1: chat that cannot be fetched says so and loads on the next press; the inquiry opens as a page; a chat that throws leaves the page intact', async ({
  page,
}) => {
  const chat = chatWindow(page, 'is');
  const failed = page.getByText(translate.is('shell|chatFailed'));
  for (const source of ['src/shell/help.ts', ...partsBy.help.slice(0, 2)]) {
    await keepChatOpen(page);
    await simulateCachedFailure(page, builtFile(source));
    await page.goto(urlOf('um-okkur'));
    await chat.open();
    // The panel has asked for this one before, so the press on the chat is the next one.
    if (source !== 'src/shell/help.ts') {
      await expect(failed, source).toBeVisible();
      await chat.open();
    }
    await expect(chat.start, source).toBeVisible();
    await page.unrouteAll();
  }
  await abortRequests(page, builtFile('src/shell/InquiryWindow.tsx'));
  await page.goto(urlOf('um-okkur#fyrirspurn'));
  await expect(page).toHaveURL(/\/fyrirspurn\/?$/);
  await page.unrouteAll();
  const restore = await makeFileThrow(page, builtFile('src/chat/widget.tsx'), ['mountChat']);
  await page.goto(urlOf('um-okkur'));
  await chat.open();
  await expect(failed).toBeVisible();
  await expect(page.locator('main h1')).toBeVisible();
  await restore();
});

test.describe('for a customer', () => {
  test.use({ popups: 'shown' });

  test('HOLD-1: what a portal screen loads on demand fails alone, and the retry loads it', async ({
    page,
  }) => {
    // Seven screens.
    test.slow();
    const t = translate.en;
    await page.route('**/user/v1/checkpopup?*', (route) => route.fulfill({ json: { show: true } }));
    const popups = builtFile('src/portal/popups/Popups.tsx');
    const restore = await abortRequests(page, popups);
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes(popups));
    await page.goto(urlOf(documentsPath.en));
    await signIn(page, 'en', people.family.ssn);
    const screen = documentsScreen(page, 'en');
    await lost;
    await screen.loaded();
    await restore();
    const broken = await makeFileThrow(page, popups);
    await page.reload();
    await screen.loaded();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await broken();
    await page.route('**/user/v1/checkpopup?*', (route) => route.fulfill({ json: { show: false } }));

    await simulateCachedFailure(page, builtFile(`${modules}/client-zip/index.js`));
    await screen.rows.nth(0).getByRole('checkbox').check();
    await screen.rows.nth(1).getByRole('checkbox').check();
    await screen.download.click();
    await expect(page.locator('main [role=alert]')).toBeVisible();
    const [zip] = await Promise.all([page.waitForEvent('download'), screen.download.click()]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);

    await simulateCachedFailure(page, builtFile(`${texts}/en/claim-form.ts`));
    await page.goto(urlOf(pathOf('portal.fileClaim', 'en').slice(1)));
    const failed = page.locator('main [data-state=error]');
    await expect(failed).toContainText(t('failure|title'));
    await failed.getByRole('button', { name: t('failure|retry') }).click();
    await expect(failed).toHaveCount(0);
    await expect(page.locator('main').getByRole('button').first()).toBeVisible();

    await page.unrouteAll();

    // A customer's chat also loads its texts and the customer's identity.
    const chat = chatWindow(page, 'en');
    for (const source of [`${texts}/en/chat.ts`, 'src/chat/customer-token.ts']) {
      await keepChatOpen(page);
      await simulateCachedFailure(page, builtFile(source));
      await page.goto(urlOf('en/about'));
      await chat.open();
      if (source !== 'src/chat/customer-token.ts') {
        await expect(page.getByText(t('shell|chatFailed'))).toBeVisible();
        await chat.open();
      }
      await expect(chat.start, source).toBeVisible();
      await page.unrouteAll();
    }
    await simulateCachedFailure(page, builtFile(`${texts}/en/visitor-claim.ts`));
    await page.goto(urlOf('en/file-a-claim/'));
    await page.locator('main a[href*="/en/file-a-claim/"]').first().click();
    await page.locator('main a[href$="#tilkynning"]').click();
    await page.getByRole('alert').getByRole('button').or(retryButton(page, 'Try again')).click();
    await expect(page.locator('#tilkynning input').first()).toBeAttached();
  });
});

test('HOLD-1, BUY-1: a purchase says that its texts cannot be fetched, and the retry loads them, in both languages', async ({
  page,
}) => {
  for (const language of ['is', 'en'] as const) {
    const t = translate[language];
    await simulateCachedFailure(page, builtFile(`${texts}/${language}/purchase.ts`));
    await openSignedIn(page, language, people.longNames.ssn, urlOf(pathOf('portal.buy', language).slice(1)));
    const failed = page.locator('main [data-state=error]');
    await expect(failed).toContainText(t('failure|title'));
    await failed.getByRole('button', { name: t('failure|retry') }).click();
    await expect(failed).toHaveCount(0);
    await expect(page.locator('main h1')).toBeVisible();
  }
});

test('HOLD-1: the banner above a viewed customer says that it cannot be fetched, and the retry loads it', async ({
  page,
}) => {
  const t = translate.is;
  await page.setViewportSize({ width: 1280, height: 900 });
  await simulateCachedFailure(page, builtFile('src/staff/view/StaffBanner.tsx'));
  const screen = staffViewScreen(page, 'is');
  await screen.signIn('bjarki', demoPassword);
  await screen.ssn.fill(people.young.ssn);
  await screen.open.click();
  await expect(page.getByRole('alert').filter({ hasText: t('failure|title') })).toBeVisible();
  await page.getByRole('button', { name: t('failure|retry') }).click();
  await expect(screen.banner).toBeVisible();
});

test('HOLD-1, DESK-8: the photo viewer that cannot be fetched says so in its dialog, and the retry loads it', async ({
  page,
  request,
}) => {
  const t = translate.is;
  const name = 'rudan.jpg';
  const reference = await filePhotoClaim(request, [await photoOf(page, name, { width: 800, height: 600 })]);
  await simulateCachedFailure(page, builtFile('src/uploads/photos/PhotoViewer.tsx'));
  const queue = workQueueScreen(page, 'is');
  await queue.signIn('katrin');
  await queue.openCase(reference);
  await queue.button(t('queue|openPhoto', { name })).click();
  const dialog = page.getByRole('dialog', { name: t('queue|photos') });
  await expect(dialog.getByRole('alert')).toContainText(t('failure|title'));
  await dialog.getByRole('button', { name: t('failure|retry') }).click();
  await expect(dialog.getByRole('img', { name })).toBeVisible();
});
