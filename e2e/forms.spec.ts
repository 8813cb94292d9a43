// What a visitor sends from the site: the inquiry, on its page and in its window, and every other form on its own
// page.
import { patience } from '@hofn/database/testing/patience.ts';
import { addDays, dayOf, weekdayOf } from '@hofn/domain';
import { formKindNames } from '@hofn/domain/form-kinds.ts';
import { lottery } from '../apps/api/src/forms/lottery.ts';
import { filledForms } from '../apps/api/src/forms/testing.ts';
import { formLabels, formScreen } from './screens/forms.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, findAxeViolations, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const { ssn: _none, ...inquiry } = filledForms.inquiry;

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`FORM-9, INQ-1, INQ-2, INQ-5: a visitor writes, corrects and sends an inquiry from its page, with a character counter, a reference and thanks (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const form = formScreen(page, 'inquiry', language);
    await form.open();
    await form.send.click();
    const summary = form.within.getByRole('alert').filter({ hasText: '4' });
    await expect(summary).toBeFocused();
    await expect(form.field('description')).toHaveAccessibleDescription(/./);
    await expectValidScreen(page, { language, heading: form.content.title[language] });
    await form.fill({ ...inquiry, description: 'æ'.repeat(1000) });
    await expect(form.within.getByText(/^1000 (af|of) 999/).first()).toBeVisible();
    await form.send.click();
    await expect(form.field('description')).toHaveAccessibleDescription(/999/);
    await form.fill({ description: 'Hvar er yfirlitið?', ssn: people.family.ssn });
    await form.send.click();
    await form.reference();
    await expect(form.within.getByText('gestur@example.is')).toBeVisible();
    await expectValidScreen(page, { language, heading: form.content.thanksTitle[language] });
    await form.within.getByRole('link', { name: formLabels.toFront?.[language] ?? '' }).click();
    await expect(page).toHaveURL(language === 'is' ? addresses.site : `${addresses.site}en`);
  });
}

test('INQ-2, INQ-3, FORM-1: leaving a page with unsent input asks first; an unregistered kennitala and a lost response are reported, and the retry succeeds', async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/Failed to load resource/, /http response error - status (400|0)/);
  const form = formScreen(page, 'inquiry', 'is');
  await form.open();
  await form.fill({ ...inquiry, ssn: '140285-1539' });
  await page.getByRole('link', { name: 'Hafa samband' }).first().click();
  const question = page.getByRole('dialog', { name: formLabels.leaveTitle?.is ?? '' });
  await question.getByRole('button', { name: formLabels.stay?.is ?? '', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(form.field('description')).toHaveValue('Hvar er yfirlitið?');
  await form.send.click();
  const retry = form.within.getByRole('button', { name: formLabels.retry?.is ?? '', exact: true });
  await expect(retry).toBeVisible();
  await expect(form.within.locator('em')).toHaveText(formLabels.ssnNotFound?.is ?? '');
  await form.field('ssn').fill('');
  await page.route('**/api/form/v1/inquiry', (route) => route.abort('connectionreset'), { times: 1 });
  await retry.click();
  await expect(form.within.locator('em')).toHaveText(formLabels.submitErrorMessage?.is ?? '');
  await expect(form.field('description')).toHaveValue('Hvar er yfirlitið?');
  await retry.click();
  await form.reference();
});

test('HELP-3, HELP-4b: #fyrirspurn opens the inquiry when a page opens and when the hash changes; reopened, it still has what was typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${addresses.site}um-okkur/#fyrirspurn`);
  const dialog = page.getByRole('dialog', { name: 'Skrifa okkur' });
  await expect(dialog).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: 'Um okkur' });
  await dialog.locator('[name="name"]').fill('Þóra Prófsdóttir');
  await dialog.getByRole('button', { name: translate.is('shell|closeWindow') }).click();
  await expect(dialog).toBeHidden();
  await page.evaluate(() => {
    location.hash = '#annad';
  });
  await page.evaluate(() => {
    location.hash = '#fyrirspurn';
  });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('[name="name"]')).toHaveValue('Þóra Prófsdóttir');
});

test('HELP-2, HELP-4a: the panel has service links, chat, inquiry, phone and complaints, and both buttons; the inquiry replaces the panel and is sent from there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(`${addresses.site}en/about/`);
  await page.getByRole('button', { name: 'Assistance' }).click();
  const panel = page.getByRole('dialog', { name: 'How can we help?' });
  await expect(panel.getByRole('link', { name: 'Has something happened?' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Book an appointment' })).toBeVisible();
  await expect(panel.getByRole('button', { name: translate.en('shell|chat') })).toBeVisible();
  await expect(panel.getByRole('link', { name: /560.5000/ })).toHaveAttribute('href', 'tel:+3545605000');
  await expect(panel.getByRole('link', { name: 'Complaint or compliment' })).toHaveAttribute(
    'href',
    /\/en\/let-us-know/,
  );
  await expect(panel.getByRole('link', { name: 'File a claim' })).toBeVisible();
  await expect(panel.locator('dd').first()).toHaveText(/\d/);
  await panel.getByRole('link', { name: 'Write to us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write to us' });
  await expect(dialog).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(`${addresses.site}en/about/`);
  const form = formScreen(page, 'inquiry', 'en', dialog);
  await form.fill(inquiry);
  await form.send.click();
  await form.reference();
  await expectValidScreen(page, { language: 'en', heading: 'About us' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

/** A working day that is open for appointments. */
const nextWorkingDay = (): string => {
  const days = [2, 3, 4].map((count) => addDays(dayOf(new Date()), count));
  return days.find((day) => weekdayOf(day) <= 5) ?? '';
};

const [firstHalf, secondHalf] = [formKindNames.slice(0, 9), formKindNames.slice(9)];
for (const [part, kinds] of [
  ['business to safetyproduct', firstHalf],
  ['conferencesignup to dataGateway', secondHalf],
] as const) {
  test(`SITE-3, SITE-1a, SITE-1d, SITE-1g: every kind of form is sent from its own page (${part})`, async ({
    page,
    expectedMessages,
  }) => {
    const today = dayOf(new Date());
    expect(kinds.length).toBeGreaterThan(7);
    for (const [at, kind] of kinds.entries()) {
      const [language, width] = at % 2 === 0 ? (['is', 390] as const) : (['en', 1280] as const);
      await page.setViewportSize({ width, height: 844 });
      const form = formScreen(page, kind, language);
      await form.open();
      const filled = filledForms[kind];
      await form.fill({
        ...filled,
        ...('startDate' in filled && { startDate: addDays(today, 2) }),
        ...('preferredDate' in filled && { preferredDate: nextWorkingDay() }),
        ...(kind === 'inquiry' && { ssn: '' }),
        ...(kind === 'opportunityV2' && {
          vehicles: [{ licensePlate: 'AB123', kasko: 'yes', deductible: '90000' }],
        }),
      });
      if (kind === 'dataGateway' || kind === 'safetyproduct')
        await form.attach(translate[language]('claim|fileDone', { size: '1\u00a0kB' }));
      await form.send.click();
      if (kind === 'lottery' && (today < lottery.opens || today > lottery.closes)) {
        expectedMessages.push(/Failed to load resource/, /http response error - status 400/);
        await expect(form.within.locator('em')).toHaveText(/draw|Leik/);
      } else await form.reference();
    }
  });
}

test('SITE-1a, SITE-1i: a complaint asks for a sender and a desired outcome, a compliment need not; both have pages, and the quote opens in its own tab', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const form = formScreen(page, 'communication', 'en');
  await form.open();
  await form.fill({ kind: 'complaint' });
  await expect(form.field('wishedOutcome')).toBeVisible();
  await expect(form.field('anonymous')).toHaveCount(0);
  await form.fill({ kind: 'compliment', anonymous: 'yes' });
  await expect(form.field('name')).toHaveCount(0);
  await form.fill({ description: 'Well done.' });
  await form.send.click();
  await form.reference();
  const icelandic = formScreen(page, 'communication', 'is');
  await icelandic.open();
  await expect(page).toHaveURL(`${addresses.site}lattu-okkur-vita/`);
  for (const [list, quote, heading] of [
    ['tryggingar/', '/fa-tilbod', 'Fá tilboð'],
    ['en/insurance/', '/en/get-quote', 'Get a quote'],
  ]) {
    await page.goto(addresses.site + list);
    await page.keyboard.press('Shift');
    await expect(page.locator('html')).toHaveAttribute('data-live', '');
    const opened = page.waitForEvent('popup');
    await page.locator(`main a[href$="${quote}"], main a[href$="${quote}/"]`).first().click();
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
  }
});

for (const language of ['is', 'en'] as const)
  test(`SITE-1g: the data gateway sends nothing without a sender, a reference and a file (${language})`, async ({
    page,
  }) => {
    const form = formScreen(page, 'dataGateway', language);
    await form.open();
    await form.send.click();
    const faults = form.within.getByRole('alert').getByRole('listitem');
    await expect(faults).toHaveCount(4);
    await expect(faults.last()).toHaveText(
      { is: 'Bættu við að minnsta kosti einni skrá', en: 'Add at least one file' }[language],
    );
    await form.fill(filledForms.dataGateway);
    await form.send.click();
    await expect(faults).toHaveCount(1);
    await form.attach(translate[language]('claim|fileDone', { size: '1\u00a0kB' }));
    await form.send.click();
    await form.reference();
  });

test('FORM-4, FORM-8: a case with a document reaches the CRM with its type, origin, subject and kennitala', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const form = formScreen(page, 'salesforceCase', 'is');
  await form.open();
  const subject = `Myndir af tjóni ${Date.now()}`;
  await form.fill({ ...filledForms.salesforceCase, subject });
  await form.attach(translate.is('claim|fileDone', { size: '1\u00a0kB' }));
  await form.send.click();
  const reference = await form.reference();
  const heading = page.getByRole('heading', { name: `Fyrirspurn af vef - ${subject}` });
  await expect(async () => {
    await page.goto(addresses.crm);
    await expect(heading).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: patience(20_000) });
  const opened = page.locator('section').filter({ has: heading });
  for (const text of ['claims', 'Webform', '1203751489', reference]) await expect(opened).toContainText(text);
  expect(await findAxeViolations(page)).toEqual([]);
});

test('a subscription to prevention tips is confirmed by the link in its e-mail', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const form = formScreen(page, 'forvarnarsignup', 'is');
  await form.open();
  // Unique to this attempt: an address that is already confirmed gets no other link.
  const email = `forvarnir-${crypto.randomUUID().slice(0, 8)}@example.is`;
  await form.fill({ email, topics: ['home'] });
  await form.send.click();
  await form.reference();
  const mailbox = mailboxScreen(await context.newPage(), 'is');
  await mailbox.open(email, 'Staðfestu áskrift að forvarnaráðum');
  const link = /http\S+stadfesting\/#\S+/.exec((await mailbox.text.textContent()) ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Staðfesta áskriftina' }).click();
  await expect(page.getByText('Áskriftin er staðfest')).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: 'Staðfesta áskrift' });
});
