// What somebody answers to our e-mail is in its case, with the files, and the case is open again.
import { mailboxScreen } from './screens/mailbox.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { photoOf } from './support/photo-claim.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

for (const { language, width, quotes } of [
  { language: 'is', width: 390, quotes: 'Já, frá hádegi.' },
  { language: 'en', width: 1280, quotes: 'Yes, from noon.' },
] as const)
  test(`DESK-5: a reply to an answer by e-mail reopens its case, where the employee reads it with its file and what it quotes, ${language}, ${width} px`, async ({
    page,
    request,
  }) => {
    test.slow();
    const t = translate[language];
    const { origin } = new URL(addresses.site);
    const email = `reply-${crypto.randomUUID()}@example.is`;
    const sent = await request.post(`${origin}/api/form/v1/inquiry`, {
      headers: { 'Accept-Language': language, 'Idempotency-Key': crypto.randomUUID(), Origin: origin },
      data: { name: 'Fura Prófdóttir', ssn: '', type: 'Tjónaþjónusta', email, description: 'Aðfangadagur?' },
    });
    expect(sent.status()).toBe(201);
    const { reference } = (await sent.json()) as { reference: string };
    await page.setViewportSize({ width, height: 900 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('katrin');
    await screen.openCase(reference);
    await screen.answer.fill(quotes);
    await screen.alsoClose.check();
    await screen.button(t('queue|sendAnswer')).click();
    await expect(page.getByText(quotes)).toBeVisible();

    const post = await page.context().newPage();
    const mailbox = mailboxScreen(post, language);
    const subject = language === 'is' ? 'Svar við erindi þínu' : 'Our reply to you:';
    await mailbox.open(email, `${subject} ${reference}`);
    const words = language === 'is' ? 'Takk. Myndin fylgir.' : 'Thank you. The photo is attached.';
    await mailbox.reply(words, await photoOf(post, 'svar.jpg', { width: 640, height: 480 }));
    await post.close();

    const message = page.getByRole('listitem').filter({ hasText: t('queue|byMail', { address: email }) });
    await page.reload();
    await expect(message).toContainText(words);
    await expect(message.getByText(quotes)).toBeHidden();
    await message.getByText(t('queue|quotedMail')).click();
    await expect(message.getByText(quotes)).toBeVisible();
    await expect(page.getByText('svar.jpg').first()).toBeVisible();
    await expect(screen.button(t('queue|sendAnswer'))).toBeVisible();
    await expectValidScreen(page, { language, heading: /.+/ });
  });
