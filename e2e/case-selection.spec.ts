// Several cases of the list at once: chosen by keyboard, taken, and answered with one reply.
import type { APIRequestContext } from '@playwright/test';
import { mailboxScreen } from './screens/mailbox.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { findCovered } from './support/covered.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, findAxeViolations, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

type Language = 'is' | 'en';

/** Sends an inquiry as the site's form does. @returns its number */
const inquire = async (
  request: APIRequestContext,
  language: Language,
  sender: { name: string; email: string },
): Promise<string> => {
  const { origin } = new URL(addresses.site);
  const answer = await request.post(`${origin}/api/form/v1/inquiry`, {
    headers: { 'Accept-Language': language, 'Idempotency-Key': crypto.randomUUID(), Origin: origin },
    data: { ...sender, ssn: '', type: 'Tjónaþjónusta', description: 'Lokar þjónustuverið á aðfangadag?' },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { reference: string }).reference;
};

for (const { language, width } of firstVariant(
  { language: 'is', width: 390 },
  { language: 'en', width: 1280 },
))
  test(`DESK-1: an employee chooses cases by keyboard and takes them; the one that a colleague has says so and stays chosen; one reply, read as a letter first, closes the others, ${language}, ${width} px`, async ({
    browser,
    page,
    request,
  }) => {
    test.slow();
    const t = translate[language];
    const name = `Valdís ${crypto.randomUUID().slice(0, 8)}`;
    const emails = ['a', 'b', 'c'].map((letter) => `val-${letter}-${crypto.randomUUID()}@example.is`);
    const references: string[] = [];
    for (const email of emails) references.push(await inquire(request, language, { name, email }));
    const [first = '', second = '', third = ''] = references;
    await page.setViewportSize({ width, height: 900 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('katrin');
    await screen.search.fill(name);
    const box = (reference: string) =>
      page.getByRole('row').filter({ hasText: reference }).getByRole('checkbox');
    await expect(page.getByRole('row').filter({ has: page.getByRole('checkbox') })).toHaveCount(3);

    // A colleague takes one of them meanwhile.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const colleague = workQueueScreen(await context.newPage(), language);
    await colleague.signIn('bjarki');
    await colleague.openCase(second);
    await colleague.button(t('queue|take')).click();
    await expect(colleague.button(t('queue|release'))).toBeVisible();
    await context.close();

    await page.getByRole('row').filter({ hasText: first }).getByRole('link').focus();
    await page.keyboard.press('x');
    await expect(box(first)).toBeChecked();
    await box(second).focus();
    await page.keyboard.press('Space');
    await box(third).check();
    const bar = page.getByRole('region', { name: t('caseSelection|bar') });
    await expect(bar).toContainText(t('caseSelection|chosen', { n: 3 }));
    await expectValidScreen(page, { language, heading: t('queue|title') });
    expect(await findCovered(page)).toEqual([]);

    await bar.getByRole('button', { name: t('caseSelection|take'), exact: true }).click();
    await expect(bar.getByRole('status').first()).toContainText(t('caseSelection|done', { n: 2 }));
    await expect(bar.getByRole('listitem')).toContainText('Bjarki Freyr Sigurðsson');
    await expect(box(second)).toBeChecked();
    await expect(box(first)).not.toBeChecked();
    await expectValidScreen(page, { language, heading: t('queue|title') });

    await box(second).uncheck();
    await box(first).check();
    await box(third).check();
    await bar.getByRole('button', { name: t('caseSelection|answer'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('caseSelection|answerTitle') });
    const reply = language === 'is' ? 'Já, frá hádegi.' : 'Yes, from noon.';
    await dialog.getByLabel(t('queue|answer'), { exact: true }).fill(reply);
    await dialog.getByRole('button', { name: t('textBlocks|preview') }).click();
    await expect(dialog.getByText(/@example\.is/).first()).toBeVisible();
    expect(await findAxeViolations(page, 'dialog')).toEqual([]);
    await dialog.getByRole('button', { name: t('caseSelection|send', { n: 2 }) }).click();
    await expect(dialog).toHaveCount(0);
    await expect(bar.getByRole('status').first()).toContainText(t('caseSelection|done', { n: 2 }));
    // They are closed, and out of the list of open cases.
    await expect(page.getByRole('row').filter({ has: page.getByRole('checkbox') })).toHaveCount(1);

    const mailbox = mailboxScreen(await page.context().newPage(), language);
    for (const [index, reference] of [[0, first] as const, [2, third] as const]) {
      const subject = language === 'is' ? 'Svar við erindi þínu' : 'Our reply to you:';
      await mailbox.open(emails[index] ?? '', `${subject} ${reference}`);
      await expect(mailbox.html.locator('body')).toContainText(reply);
    }
  });
