// A claim with photos: the handler looks at them without leaving the case, and the customer at their own.
import { claimScreen, claimsPath, claimsScreen } from './screens/claims.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { people } from './support/people.ts';
import { brokenPhoto, filePhotoClaim, photoOf } from './support/photo-claim.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, findAxeViolations, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const texts = {
  is: {
    turned: 'Snúið um 90°',
    zoom: 'Stækkun 150%',
    compare: 'Bera saman',
    next: 'Næsta mynd',
    no: 'Ekki er hægt að sýna skrána',
  },
  en: {
    turned: 'Turned by 90°',
    zoom: 'Zoom 150%',
    compare: 'Compare',
    next: 'Next photo',
    no: 'The file cannot be shown',
  },
};

for (const { language, width } of firstVariant(
  { language: 'is', width: 320 },
  { language: 'en', width: 1280 },
))
  test(`DESK-8: a handler turns, enlarges and compares the photos of a claim by keyboard, and a file that is no photo says so, ${language}, ${width} px`, async ({
    page,
    request,
  }) => {
    test.slow();
    const t = translate[language];
    const said = texts[language];
    const files = [
      await photoOf(page, 'framrudan.jpg', { width: 1600, height: 900 }),
      await photoOf(page, 'steinninn.jpg', { width: 900, height: 1600 }),
      brokenPhoto,
    ];
    const reference = await filePhotoClaim(request, files);
    await page.setViewportSize({ width, height: 800 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('katrin');
    await screen.openCase(reference);
    const photo = (name: string) => screen.button(t('queue|openPhoto', { name }));
    await photo('framrudan.jpg').scrollIntoViewIfNeeded();
    await expect(page.getByRole('list', { name: t('queue|photos') }).locator('img')).toHaveCount(2);
    await expectValidScreen(page, { language, heading: /./ });

    // Files of a page are fetched when they are opened, and not before.
    const fetched: string[] = [];
    page.on('request', (sent) => {
      if (sent.method() === 'GET' && /\/cases\/[^/]+\/files\//.test(sent.url())) fetched.push(sent.url());
    });
    await photo('framrudan.jpg').focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: t('queue|photos') });
    const shown = (name: string) => viewer.getByRole('img', { name });
    await expect(shown('framrudan.jpg')).toBeVisible();
    await expect
      .poll(async () => ((await shown('framrudan.jpg').boundingBox())?.width ?? 0) > 100)
      .toBe(true);
    expect(fetched).toHaveLength(1);
    expect(await findAxeViolations(page, 'dialog')).toEqual([]);
    const box = async () => (await shown('framrudan.jpg').boundingBox()) ?? { width: 0, height: 0 };
    expect((await box()).width).toBeGreaterThan((await box()).height);
    await page.keyboard.press('r');
    await expect(viewer.getByText(said.turned)).toBeAttached();
    await expect.poll(async () => (await box()).width < (await box()).height).toBe(true);
    const whole = (await box()).height;
    await page.keyboard.press('+');
    await expect(viewer.getByText(said.zoom, { exact: true })).toBeAttached();
    await expect.poll(async () => Math.round(((await box()).height / whole) * 10)).toBe(15);
    const moved = await shown('framrudan.jpg').evaluate((canvas) => {
      const scroller = canvas.parentElement as HTMLElement;
      return scroller.scrollHeight > scroller.clientHeight;
    });
    expect(moved).toBe(true);
    expect(await findAxeViolations(page, 'dialog')).toEqual([]);
    await page.keyboard.press('0');
    await page.keyboard.press('ArrowRight');
    await expect(shown('steinninn.jpg')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await screen.button(said.compare).click();
    await expect(shown('framrudan.jpg')).toBeVisible();
    await expect(shown('steinninn.jpg')).toBeVisible();
    // The page itself does not scroll sideways under two photos.
    expect(await page.evaluate(() => document.querySelector('dialog')?.scrollWidth)).toBe(
      await page.evaluate(() => document.querySelector('dialog')?.clientWidth),
    );
    expect(await findAxeViolations(page, 'dialog')).toEqual([]);
    await screen.button(said.next).click();
    await expect(viewer.getByRole('alert')).toContainText(said.no);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('alert').getByRole('button').click(),
    ]);
    expect(download.suggestedFilename()).toBe(brokenPhoto.name);
    // Each of the three once.
    expect(fetched).toHaveLength(3);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(photo('framrudan.jpg')).toBeFocused();
  });

test('DESK-8: a customer looks at a photo that they sent with a claim', async ({ page }) => {
  const t = translate.is;
  const name = `eldhus-${Date.now()}.jpg`;
  const { buffer } = await photoOf(page, name, { width: 1200, height: 800 });
  await page.setViewportSize({ width: 390, height: 844 });
  // Not a claim that waits for papers: they would take it on, and another test counts its steps.
  await openSignedIn(page, 'is', people.claims.ssn, addresses.site + claimsPath.is);
  await claimsScreen(page, 'is').claim('Hjóli stolið úr hjólageymslu').click();
  const claim = claimScreen(page, 'is');
  await claim.chooser.setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  await expect(claim.documents.getByText(t('claim|documentsAdded'))).toBeVisible();
  await page.getByRole('button', { name: t('claim|viewFile', { name }) }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('claim|viewFile', { name }) })).toBeFocused();
});
