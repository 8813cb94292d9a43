// A refund of a card payment by two people: from the customer's payment to what they read of the refund, their e-mail and the account.
import { formatMoney } from '@hofn/texts';
import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import { patience } from '../packages/database/src/testing/patience.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { paymentsPath, paymentsScreen } from './screens/payments.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const customer = 'Marta Kowalczyk';
const reason = 'Greitt tvisvar fyrir sama mánuð.';
const amount = 1_500;
const base = `${addresses.staffOrigin}/arsskyrsla`;

/** Pays an instalment with a card as the customer. @returns whole ISK */
const payByCard = async (page: Page): Promise<number> => {
  await openSignedIn(page, 'is', people.reader.ssn, addresses.site + paymentsPath.is);
  const portal = paymentsScreen(page, 'is');
  await portal.loaded();
  // Other tests pay the first and the last.
  const upcoming = portal.inState('upcoming').nth(1);
  await upcoming.getByRole('checkbox').check();
  await upcoming.getByRole('button').click();
  const asked = (await portal.dialog.textContent()) ?? '';
  await portal.confirm();
  await expect(page.getByText(translate.is('payment|paid').split('{')[0] ?? 'none')).toBeVisible();
  return Number(/([\d.]+)\u00a0kr\./.exec(asked)?.[1]?.replaceAll('.', ''));
};

/** Opens a card payment of the customer from the list of payments. @returns its address in English */
const openPayment = async (page: Page, paid: number): Promise<string> => {
  const t = translate.is;
  await page.goto(`${base}${pathOf('staff.money', 'is')}/`);
  await page
    .getByRole('row')
    .filter({ hasText: customer })
    .filter({ hasText: formatMoney('is', paid) })
    .getByRole('link', { name: t('moneyKind|card') })
    .first()
    .click();
  await expect(page.getByText(t('cardPayment|left'))).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('cardPayment|title') });
  const [, marta = '', id = ''] = /greidslur\/([^/]+)\/([^/]+)/.exec(page.url()) ?? [];
  return `${base}${pathOf('staff.cardPayment', 'en', { customer: marta, id })}/`;
};

/** Proposes the refund, after a try with more than can be refunded. */
const propose = async (page: Page) => {
  const t = translate.is;
  const form = page.getByRole('form', { name: t('cardPayment|propose') });
  await form.getByLabel(t('money|amount')).fill('9.999.999');
  await form.getByLabel(t('cardPayment|reason')).fill(reason);
  await form.getByRole('button', { name: t('cardPayment|submit') }).click();
  await expect(form.getByText(t('cardPayment|aboveLeft')).first()).toBeVisible();
  await form.getByLabel(t('money|amount')).fill(String(amount));
  await form.getByRole('button', { name: t('cardPayment|submit') }).click();
  await expect(page.getByText(t('cardPayment|waiting', { amount: formatMoney('is', amount) }))).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('cardPayment|title') });
};

test('DESK-12, ROLE-3: finance proposes to refund part of a card payment, a colleague approves it, and the customer reads it on My pages, in their account and in an e-mail, is, 390 px and en, 1280 px', async ({
  browser,
  page,
}) => {
  test.slow();
  const paid = await payByCard(page);
  expect(paid).toBeGreaterThan(amount);
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ serviceWorkers: 'block' })));
  const [first, second] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!first || !second) throw new Error('No page was opened');

  await first.setViewportSize({ width: 390, height: 900 });
  await workQueueScreen(first, 'is').signIn('ragna');
  const inEnglish = await openPayment(first, paid);
  await propose(first);

  await second.setViewportSize({ width: 1280, height: 900 });
  await workQueueScreen(second, 'en').signIn('katrin');
  const t = translate.en;
  await second.getByRole('link', { name: t('approvals|title') }).click();
  const waiting = second.getByRole('row').filter({ hasText: formatMoney('en', amount) });
  await waiting.getByRole('button').click();
  const proposal = second.getByRole('dialog');
  await expect(proposal).toContainText(reason);
  await expect(proposal).toContainText(formatMoney('en', amount));
  await proposal.getByRole('button', { name: t('approvals|approve'), exact: true }).click();
  await expect(proposal).toHaveCount(0);

  await second.goto(inEnglish);
  await expect(second.getByRole('row').filter({ hasText: reason })).toContainText(
    t('cardPayment|state.refunded'),
  );
  await expect(
    second.getByText(t('cardPayment|atMost', { amount: formatMoney('en', paid - amount) })),
  ).toBeVisible();
  await expectValidScreen(second, { language: 'en', heading: t('cardPayment|title') });

  await page.reload();
  await expect(page.getByRole('heading', { name: translate.is('payment|refunds') })).toBeVisible();
  await expect(
    page.getByRole('paragraph').filter({ hasText: `${formatMoney('is', amount)} á ` }),
  ).toBeVisible();
  const mailbox = mailboxScreen(await page.context().newPage(), 'is');
  await mailbox.open('marta.kowalczyk@postur.example', emails.refundPaidEmail.subject);
  // The core has posted it: finance reads it in the books.
  await expect(async () => {
    await second.goto(`${base}${pathOf('staff.money', 'en')}/?direction=out`);
    await expect(
      second
        .getByRole('row')
        .filter({ hasText: customer })
        .filter({ hasText: t('moneyKind|refund') })
        .first(),
    ).toContainText(t('moneyState|paid'));
  }).toPass({ timeout: patience(30_000) });
  for (const context of contexts) await context.close();
});
