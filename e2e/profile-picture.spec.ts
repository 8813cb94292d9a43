// The customer's picture: chosen and removed in the settings, and shown at the top of My pages.
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

/** A one-pixel picture. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('DATA-2: a customer’s unsuitable picture is refused with the reason; another is set, shown in the header, and removed, en, 1280 px', async ({
  page,
  expectedMessages,
}) => {
  const t = translate.en;
  expectedMessages.push(/400 \(Bad Request\)/);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSignedIn(page, 'en', people.longNames.ssn, `${addresses.site}en/my-pages/settings/general/`);
  const opener = page.getByRole('banner').getByRole('button', { name: /Aðalheiður/ });
  const add = page.getByRole('button', { name: t('settings|pictureAdd') });
  const change = page.getByRole('button', { name: t('settings|pictureChange') });
  const remove = page.getByRole('button', { name: t('settings|pictureRemove') });
  /** Chooses a file by keyboard. */
  const choose = async (content: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    // A picture left by a failed attempt is replaced.
    await add.or(change).press('Enter');
    await (await chooser).setFiles({ name: 'mynd.png', mimeType: 'image/png', buffer: content });
  };

  await expect(add.or(change)).toBeVisible();
  await expect(opener).toContainText('AS');
  await choose(Buffer.from('GIF89a'));
  await expect(page.getByRole('alert')).toContainText(t('errorCode|pictureType'));
  await choose(point);
  await expect(page.getByText(t('settings|pictureSaved'))).toBeVisible();
  await expect(opener.locator('img')).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
  await expect(change).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectValidScreen(page, { language: 'en', heading: t('settings|generalTitle') });

  // It is saved, and later pages show it too.
  await page.reload();
  await expect(opener.locator('img')).toBeVisible();
  await remove.press('Enter');
  await expect(page.getByText(t('settings|pictureRemoved'))).toBeVisible();
  await expect(add).toBeFocused();
  await expect(opener.locator('img')).toHaveCount(0);
});
