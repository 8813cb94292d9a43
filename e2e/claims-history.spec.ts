// Who has had motor insurance takes their claims history to another insurer, which checks it.
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

test('RIGHT-3: the owner of a car that was sold has a claims-history statement made in English, and another insurer checks it', async ({
  page,
}) => {
  // Three screens and the public page.
  test.slow();
  const t = translate.en;
  await page.setViewportSize({ width: 1280, height: 900 });
  const documents = `${addresses.site}en/my-pages/electronic-documents/`;
  await openSignedIn(page, 'en', people.young.ssn, documents);
  await page.getByRole('link', { name: t('claimsHistory|way') }).click();
  await expect(page.getByRole('radio', { name: t('documents|language.en') })).toBeChecked();
  await page.getByRole('button', { name: t('claimsHistory|make') }).click();
  const statement = page.getByRole('main').getByRole('listitem').first();
  // The car that was sold is counted too, beside the one in Ökuvísir.
  await expect(statement).toContainText(t('claimsHistory|policies', { n: 2 }));
  await expect(statement).toContainText(t('claimsHistory|claims', { n: 0 }));
  await expectValidScreen(page, { language: 'en', heading: t('claimsHistory|title') });
  const download = page.waitForEvent('download');
  await statement.getByRole('button', { name: t('proof|download') }).click();
  expect((await download).suggestedFilename()).toMatch(/^claims-history-[\d-]+\.pdf$/);

  const code = await statement.locator('.figures').textContent();
  await page.goto(`${addresses.site}en/verify/proof/#${code}`);
  await expect(page.getByText('The statement is from us')).toBeVisible();
  await expect(page.locator('main')).toContainText('Nissan Micra');
  await expect(page.locator('main')).toContainText('T. O. V.');
  await expect(page.locator('main')).not.toContainText('Valdimarsson');
  await expectValidScreen(page, { language: 'en', heading: 'Verify a proof or statement' });
});
