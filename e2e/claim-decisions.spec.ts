// A claim from its report to the payment: decided by cover and paid at the desk, each approved by somebody else, and read by the customer.
import { addDays, dayOf } from '@hofn/domain';
import { formatMoney } from '@hofn/texts';
import { claimForm as english } from '@hofn/texts/catalogue/en/claim-form.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Browser, Page } from '@playwright/test';
import { claimScreen, claimsPath, claimsScreen } from './screens/claims.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { dateField } from './support/dates.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const katrin = 'Katrín Ósk Einarsdóttir';
const bjarki = 'Bjarki Freyr Sigurðsson';

const title = 'Home contents claim: Water or leak';
const caseHeading = /: Guðrún Helga/;
const amounts = { loss: 800_000, depreciation: 100_000, ownShare: 60_000, payable: 640_000 };
const reasons = {
  is: 'Vatn úr lögn skemmdi innbúið. Það var þriggja ára.',
  en: 'Water from a pipe damaged the contents. They were three years old.',
};

const t = translate.is;
const money = (isk: number) => formatMoney('is', isk);

/** Reports a loss as the customer, on a phone. @returns the claim's number */
const report = async (page: Page): Promise<string> => {
  const { claimForm, claimField, claimLine, claimCause } = english;
  const next = page.getByRole('button', { name: claimForm.next });
  const heading = page.getByRole('heading', { level: 1 });
  const address = `${addresses.origin}/arsskyrsla${pathOf('portal.fileClaim', 'en')}/`;
  await openSignedIn(page, 'en', people.family.ssn, address);
  await page.getByRole('radio', { name: new RegExp(`^${claimLine.home}`) }).check();
  // As most do, without knowing which policy it is about.
  await expect(page.getByLabel(claimField.policy)).toHaveValue('');
  await next.click();
  await expect(heading).toHaveText(claimForm.step2);
  await page.getByRole('checkbox', { name: claimCause['home.water'] }).check();
  await dateField(page, claimField.dateOfLoss).fill(addDays(dayOf(new Date()), -5));
  await page.getByLabel(claimField.place).fill('Hjarðarhagi 24');
  await page.getByLabel(claimField.description).fill('A pipe gave way.');
  await next.click();
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await next.click();
  await expect(heading).toHaveText(claimForm.step4);
  await page.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: claimForm.submit }).click();
  await expect(heading).toHaveText(claimForm.thanksTitle);
  return /T-\d{4}-\d{6}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? '';
};

/** A browser of another employee at the desk. */
const colleague = async (browser: Browser, username: string) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  const desk = workQueueScreen(page, 'is');
  await desk.signIn(username);
  return { context, page, desk };
};

const valid = (page: Page) => expectValidScreen(page, { language: 'is', heading: caseHeading });

/** Says which policy the claim is judged by, without which nothing is paid. */
const choosePolicy = async (page: Page) => {
  const { button } = workQueueScreen(page, 'is');
  await button(t('claimDesk|act.claim.policy')).click();
  const form = page.getByRole('form', { name: t('claimDesk|act.claim.policy') });
  await form.getByRole('radio', { name: /^Heimili/ }).check();
  await valid(page);
  await form.getByRole('button', { name: t('claimDesk|choosePolicy') }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('table', { name: t('claimDesk|coversOnDay') })).toBeVisible();
};

/** Sets the reserve, and decides by cover: figures while typing, the letter in both languages, and the proposal. */
const decide = async (page: Page) => {
  const { button } = workQueueScreen(page, 'is');
  await button(t('claimDesk|act.claim.reserve')).click();
  const reserve = page.getByRole('form', { name: t('claimDesk|act.claim.reserve') });
  await reserve.getByLabel(t('claimDesk|reserve')).fill('900000');
  await reserve.getByRole('button', { name: t('claimDesk|setReserve') }).click();
  await expect(reserve).toHaveCount(0);
  await expect(page.locator('dl', { hasText: t('claimDesk|reserve') }).first()).toContainText(money(900_000));

  await expect(button(t('claimDesk|act.claim.decide'))).toBeVisible();
  await page.keyboard.press('d');
  const form = page.getByRole('form', { name: t('claimDesk|act.claim.decide') });
  await expect(form).toBeVisible();
  await form.getByLabel(t('claimDesk|addLine')).selectOption({ index: 1 });
  for (const name of ['loss', 'depreciation', 'ownShare'] as const)
    await form.getByLabel(t(`claimDesk|line.${name}`)).fill(String(amounts[name]));
  await form.getByLabel(t('claimDesk|line.deductible')).fill('');
  await expect(form.getByText(t('claimDesk|payableTotal', { amount: money(amounts.payable) }))).toBeVisible();
  await expect(form.getByText(t('claimDesk|above'))).toBeVisible();
  await form.getByLabel(t('claimDesk|reasonsIs')).fill(reasons.is);
  await form.getByLabel(t('claimDesk|reasonsEn')).fill(reasons.en);
  await valid(page);
  await form.getByRole('button', { name: t('claimDesk|preview') }).click();
  const letter = page.getByRole('dialog');
  for (const language of ['is', 'en'] as const) {
    await letter.getByRole('tab', { name: t(`claimDesk|letter.${language}`), exact: true }).click();
    await expect(letter.getByText(reasons[language])).toBeVisible();
  }
  await valid(page);
  await letter.getByRole('button', { name: t('claimDesk|proposeIt') }).click();
  await expect(letter).toHaveCount(0);
  await expect(page.getByText(t('approvals|ownText'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('approvals|approve'), exact: true })).toHaveCount(0);
  await valid(page);
};

test('DESK-8, DESK-9, DESK-10, ROLE-3: a handler decides a claim by cover and pays it, colleagues approve both, the bank pays, and the customer reads it all, is, 1280 px and en, 390 px', async ({
  browser,
  page,
}) => {
  // Three people, a core and a bank.
  test.slow();
  const phone = await browser.newContext({ serviceWorkers: 'block' });
  const customer = await phone.newPage();
  await customer.setViewportSize({ width: 390, height: 900 });
  const number = await report(customer);
  expect(number).not.toBe('');

  // The core has it a moment later.
  await page.setViewportSize({ width: 1280, height: 900 });
  const desk = workQueueScreen(page, 'is');
  await desk.signIn('katrin');
  await desk.openCase(number);
  const reserve = desk.button(t('claimDesk|act.claim.reserve'));
  await expect(async () => {
    await page.reload();
    await expect(reserve).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await valid(page);
  await choosePolicy(page);
  await decide(page);

  // Bjarki finds it among what waits for him, and approves it there.
  const second = await colleague(browser, 'bjarki');
  await second.page.getByRole('link', { name: t('approvals|title') }).click();
  const row = second.page.getByRole('row').filter({ hasText: money(amounts.payable) });
  await row.getByRole('button').click();
  const proposal = second.page.getByRole('dialog');
  await expect(proposal.getByText(katrin).first()).toBeVisible();
  await expectValidScreen(second.page, { language: 'is', heading: t('approvals|title') });
  await proposal.getByRole('button', { name: t('approvals|approve'), exact: true }).click();
  await expect(proposal).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await second.context.close();

  // Katrín pays what was decided into the account on file, which is above her authority as well.
  await page.reload();
  const decision = page.getByRole('region', { name: t('claimDesk|decision'), exact: true });
  await expect(decision).toContainText(reasons.is);
  await expect(decision).toContainText(t('claimDesk|approvedBy', { name: bjarki }));
  await desk.button(t('claimDesk|act.claim.pay')).click();
  const payment = page.getByRole('form', { name: t('claimDesk|act.claim.pay') });
  await expect(payment.getByRole('radio').first()).toBeChecked();
  await valid(page);
  await payment.getByRole('button', { name: t('claimDesk|order') }).click();
  await expect(payment).toHaveCount(0);
  await expect(page.getByText(t('approvals|ownText'))).toBeVisible();

  // Ragna approves it on the case.
  const third = await colleague(browser, 'ragna');
  await third.desk.openCase(number);
  await valid(third.page);
  await third.desk.button(t('approvals|approve')).click();
  await expect(third.desk.button(t('approvals|approve'))).toHaveCount(0);
  await third.context.close();

  // The bank has paid, and nothing is left to do with the claim.
  const paid = page.getByRole('table', { name: t('claimDesk|payments'), exact: true });
  await expect(async () => {
    await page.reload();
    await expect(paid).toContainText(t('claimDesk|paidOn', { day: '' }).trim(), { timeout: 3_000 });
    await expect(page.getByText(t('claimStatus|settled')).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await expect(desk.button(t('claimDesk|act.claim.pay'))).toHaveCount(0);
  await valid(page);

  await read(customer, number);
  await phone.close();
});

/** Reads the decision and the payment as the customer, in English on a phone. */
const read = async (page: Page, number: string) => {
  const en = translate.en;
  const isk = (amount: number) => formatMoney('en', amount);
  await page.goto(addresses.site + claimsPath.en);
  const list = claimsScreen(page, 'en');
  await list.search.fill(number);
  await expect(list.rows).toHaveCount(1);
  await list.rows.getByRole('link').first().click();
  const screen = claimScreen(page, 'en');
  await screen.loaded(title);
  const decision = page.getByRole('region', { name: en('claim|theDecision'), exact: true });
  for (const text of [
    isk(amounts.loss),
    `${en('claim|less.depreciation')} −${isk(amounts.depreciation)}`,
    `${en('claim|less.ownShare')} −${isk(amounts.ownShare)}`,
    isk(amounts.payable),
    reasons.en,
    katrin,
    bjarki,
  ])
    await expect(decision).toContainText(text);
  await expect(screen.payments).toContainText(en('claim|paidOn', { date: '' }).trim());
  await expect(screen.payments.locator('tfoot')).toContainText(isk(amounts.payable));
  await expect(page.getByText(isk(amounts.loss))).toHaveCount(1);
  await expect(page.getByText(reasons.en)).toHaveCount(1);
  await expect(page.getByRole('link', { name: new RegExp(en('complaint|link')) })).toBeVisible();
  await expectValidScreen(page, { language: 'en', heading: title });
  await page.setViewportSize({ width: 320, height: 900 });
  await expectValidScreen(page, { language: 'en', heading: title });
};
