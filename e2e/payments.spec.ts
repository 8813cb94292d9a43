import { readFile } from 'node:fs/promises';
import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { paymentsPath, paymentsScreen } from './screens/payments.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { openFilters } from './support/filters.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

for (const { language, width, name } of journeyVariants('phone')) {
  test(`PORT-7, DATA-10, PAY-16, UI-7, LIFE-36: a customer reads what is due, upcoming and paid, their credit, and each instalment, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const t = translate[language];
    await openSignedIn(page, language, people.overdue.ssn, addresses.site + paymentsPath[language]);
    const screen = paymentsScreen(page, language);
    await screen.loaded();
    await expect(page.getByText(t('payment|lapseWarning').split('{')[0] ?? 'none')).toBeVisible();
    await expect(screen.inState('overdue')).toHaveCount(2);
    for (const term of ['payment|openBalance', 'payment|instalmentCredit'] as const)
      await expect(page.getByRole('term').filter({ hasText: t(term) })).toBeVisible();
    await expect(screen.inState('upcoming')).toHaveCount(1);
    const all = await screen.rows.count();
    expect(all).toBe(12);
    // What is to be paid comes first, the next one on top.
    for (const [at, state] of (['overdue', 'overdue', 'upcoming', 'paid'] as const).entries())
      await expect(screen.rows.nth(at)).toContainText(t(`paymentStatus|${state}`));
    if (width < 768) {
      // The two overdue, the next and the last three paid; each opens to the rest.
      await expect(screen.rows.filter({ visible: true })).toHaveCount(6);
      const method = screen.rows.first().getByText(t('payment|methodClaim'));
      await expect(method).toBeHidden();
      await screen.rows.first().getByRole('button', { expanded: false }).click();
      await expect(method).toBeVisible();
    }
    await openFilters(page, language);
    await screen.state.selectOption({ label: t('paymentStatus|paid') });
    await expect(screen.rows).toHaveCount(all - 3);
    await expect(screen.inState('paid')).toHaveCount(all - 3);
    await page.getByText(t('payment|byMonth')).click();
    await expect(screen.chart.locator('tbody tr')).toHaveCount(12);
    await screen.state.selectOption({ index: 0 });
    const choices = screen.rows.getByRole('checkbox').filter({ visible: true });
    await expect(choices).toHaveCount(3);
    // The narrow layout puts the button in a line above the list, without naming the card.
    for (const { at, visible } of [
      { at: 390, visible: false },
      { at: 1280, visible: true },
    ]) {
      await page.setViewportSize({ width: at, height: 900 });
      await expect(screen.card).toBeVisible({ visible });
    }
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ media: 'print' });
    await expect(screen.state).toBeHidden();
    await expect(choices).toHaveCount(0);
    await expect(screen.rows.filter({ visible: true })).toHaveCount(all);
    await expect(screen.card).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.getByRole('link', { name: t('payment|lastYear') }).click();
    await expect(page.locator('select:has(option[value=lastYear])')).toHaveValue('lastYear');
  });
}

test('PAY-16: a payment is confirmed, charged, acknowledged and listed, and its receipt is e-mailed', async ({
  page,
}, { retry }) => {
  const t = translate.is;
  // What a failed attempt paid cannot be paid again.
  const { ssn, card, email } =
    retry === 0
      ? { ssn: people.reader.ssn, card: '•••• 1102', email: 'marta.kowalczyk@postur.example' }
      : { ssn: people.family.ssn, card: '•••• 4821', email: 'gudrun.helga@postur.example' };
  await openSignedIn(page, 'is', ssn, addresses.site + paymentsPath.is);
  const screen = paymentsScreen(page, 'is');
  await screen.loaded();
  const upcoming = screen.inState('upcoming').first();
  await expect(upcoming).toBeVisible();
  const due = (await upcoming.locator('td').first().textContent()) ?? 'none';
  await upcoming.getByRole('checkbox').check();
  await page.getByText(t('payment|selected')).waitFor();
  await upcoming.getByRole('button').click();
  await expect(screen.dialog).toContainText(card);
  await screen.confirm();
  await expect(page.getByText(t('payment|paid').split('{')[0] ?? 'none')).toBeVisible();
  const paid = screen.rows.filter({ hasText: due });
  await expect(paid).toContainText(t('paymentStatus|paid'));
  const [download] = await Promise.all([page.waitForEvent('download'), paid.getByRole('button').click()]);
  expect(download.suggestedFilename()).toMatch(/^kvittun-\d{4}-\d\d-\d\d\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('%PDF');

  const mailbox = mailboxScreen(await page.context().newPage(), 'is');
  await mailbox.open(email, emails.paymentReceiptEmail.subject);
});

test('PAY-16: a declined card charges nothing, and the selection is kept for another attempt', async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 402/);
  const t = translate.en;
  await openSignedIn(page, 'en', people.overdue.ssn, addresses.site + paymentsPath.en);
  const screen = paymentsScreen(page, 'en');
  await screen.loaded();
  // The response for a declined card, faked: a real charge would lock the instalments counted above.
  const keys: Array<string | undefined> = [];
  await page.route('**/payment/v1/pay', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.fulfill({ status: 402, json: { errorCode: 'paymentDeclined' } });
  });
  const chosen = screen.inState('overdue').getByRole('checkbox');
  for (const box of await chosen.all()) await box.check();
  for (const time of [1, 2]) {
    await page
      .getByText(t('payment|selected'))
      .locator('../..')
      .getByRole('button', { name: /^Pay ISK/ })
      .click();
    await screen.confirm();
    await expect(page.getByText(t('errorCode|paymentDeclined'))).toBeVisible();
    await expect(screen.inState('overdue')).toHaveCount(2);
    for (const box of await chosen.all()) await expect(box).toBeChecked();
    // Pressed again, it is a new payment and the card is charged again.
    expect(new Set(keys).size).toBe(time);
  }
  // LIFE-30: on a phone too, the link to register another card arrives at it, below what loads later.
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('link', { name: t('card|useNew') })
    .first()
    .click();
  const card = page.getByRole('heading', { name: t('card|title') });
  await expect(card).toBeFocused();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  await expect(card).toBeInViewport();
});
