// A text block from its supervisor to the e-mail: written in both languages, inserted into a reply, read as the letter, sent.
import { pathOf } from '@hofn/texts/paths.ts';
import type { APIRequestContext } from '@playwright/test';
import { mailboxScreen } from './screens/mailbox.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

type Language = 'is' | 'en';
const bjarki = 'Bjarki Freyr Sigurðsson';

/** Sends an inquiry as the site's form does. @returns its number */
const inquire = async (request: APIRequestContext, language: Language, email: string): Promise<string> => {
  const { origin } = new URL(addresses.site);
  const answer = await request.post(`${origin}/api/form/v1/inquiry`, {
    headers: { 'Accept-Language': language, 'Idempotency-Key': crypto.randomUUID(), Origin: origin },
    data: {
      ...{ name: 'Fura Prófdóttir', ssn: '', type: 'Tjónaþjónusta', description: 'Nær hún yfir rúðuna?' },
      email,
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { reference: string }).reference;
};

for (const { language, width } of firstVariant(
  { language: 'is', width: 390 },
  { language: 'en', width: 1280 },
))
  test(`DESK-6: a supervisor adds a text block, a handler inserts it filled in, reads the letter and sends it, and the sender gets that letter, ${language}, ${width} px`, async ({
    browser,
    page,
    request,
  }) => {
    test.slow();
    const t = translate[language];
    const name = `Rúður ${crypto.randomUUID().slice(0, 8)}`;
    const email = `butur-${crypto.randomUUID()}@example.is`;
    const reference = await inquire(request, language, email);

    // The supervisor writes it: a field that there is not is refused.
    await page.setViewportSize({ width, height: 900 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('ragna');
    await page.goto(`${addresses.staffOrigin}/arsskyrsla${pathOf('staff.textBlocks', language)}/`);
    await expectValidScreen(page, { language, heading: t('textBlocks|title') });
    await screen.button(t('textBlocks|add')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('textBlocks|name'), { exact: true }).fill(name);
    await dialog.getByLabel(t('textBlocks|kind'), { exact: true }).selectOption('inquiry');
    const texts = {
      is: dialog.getByLabel(t('textBlocks|isText')),
      en: dialog.getByLabel(t('textBlocks|enText')),
    };
    await texts.is.fill('Sæl {nafn}.');
    await texts.en.fill('Dear {name}, {handler} has {reference}.');
    await dialog.getByRole('button', { name: t('textBlocks|save'), exact: true }).click();
    await expect(texts.is).toHaveAccessibleDescription(new RegExp(t('textBlocks|unknownField')));
    await texts.is.fill('Komdu sæl {name}, {handler} er með {reference}.');
    await expectValidScreen(page, { language, heading: t('textBlocks|title') });
    await dialog.getByRole('button', { name: t('textBlocks|save'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
    await expectValidScreen(page, { language, heading: t('textBlocks|title') });

    // The handler inserts it.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page2 = await context.newPage();
    await page2.setViewportSize({ width, height: 900 });
    const desk = workQueueScreen(page2, language);
    await desk.signIn('bjarki');
    await desk.openCase(reference);
    await desk.button(t('queue|take')).click();
    await desk.button(t('textBlocks|insert')).click();
    await page2.getByLabel(t('textBlocks|choose'), { exact: true }).selectOption({ label: name });
    await expectValidScreen(page2, { language, heading: /: Fura Prófdóttir$/ });
    await desk.button(t('textBlocks|insertThis')).click();
    const filled =
      language === 'is'
        ? `Komdu sæl Fura Prófdóttir, ${bjarki} er með ${reference}.`
        : `Dear Fura Prófdóttir, ${bjarki} has ${reference}.`;
    await expect(desk.answer).toHaveValue(filled);
    await expect(desk.answer).toBeFocused();

    // The letter that he reads is the one that is sent.
    await desk.button(t('textBlocks|preview')).click();
    const preview = page2.getByRole('dialog');
    await expect(preview.getByText(email)).toBeVisible();
    const subject = (await preview.getByRole('heading', { level: 3 }).textContent()) ?? '';
    expect(subject).toContain(reference);
    const letter = (await preview.getByText(filled).textContent()) ?? '';
    await expectValidScreen(page2, { language, heading: /: Fura Prófdóttir$/ });
    await preview.getByRole('button', { name: t('global|close') }).click();
    await desk.button(t('queue|sendAnswer')).click();
    await expect(page2.getByRole('listitem').filter({ hasText: filled })).toBeVisible();
    const mailbox = mailboxScreen(await context.newPage(), language);
    await mailbox.open(email, subject);
    for (const part of letter.split('\n').filter((line) => line.trim() !== ''))
      await expect(mailbox.html.locator('body')).toContainText(part);

    // Its history counts the reply.
    await page.getByRole('button', { name: t('textBlocks|historyOf', { name }) }).click();
    await expect(dialog.getByText(t('textBlocks|uses', { n: 1 }))).toBeVisible();
    await expectValidScreen(page, { language, heading: t('textBlocks|title') });
    await context.close();
  });
