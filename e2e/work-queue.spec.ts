// Incoming messages appear in the staff's work queue, where staff take and answer them; customers read the answers in
// the portal.
import type { APIRequestContext } from '@playwright/test';
import { mailboxScreen } from './screens/mailbox.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { findCovered } from './support/covered.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const variants = firstVariant({ language: 'is', width: 390 }, { language: 'en', width: 1280 });

/** Sends an inquiry as the site's form does. @returns its number */
const inquire = async (
  request: APIRequestContext,
  language: 'is' | 'en',
  sender: { email: string; description: string },
): Promise<string> => {
  const { origin } = new URL(addresses.site);
  const answer = await request.post(`${origin}/api/form/v1/inquiry`, {
    headers: { 'Accept-Language': language, 'Idempotency-Key': crypto.randomUUID(), Origin: origin },
    data: { name: 'Fura Prófdóttir', ssn: '', type: 'Tjónaþjónusta', ...sender },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { reference: string }).reference;
};

for (const { language, width } of variants) {
  test(`STAFF-6, HOLD-22: an employee finds, takes, answers and closes an inquiry, and the sender gets the answer in their language, ${language}, ${width} px`, async ({
    page,
    request,
  }) => {
    const t = translate[language];
    const email = `fura-${crypto.randomUUID()}@example.is`;
    const description = language === 'is' ? 'Nær tryggingin yfir rúðuna?' : 'Does it cover the window?';
    const reference = await inquire(request, language, { email, description });
    await page.setViewportSize({ width, height: 900 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('katrin');
    await expectValidScreen(page, { language, heading: t('queue|title') });
    // HOLD-22: the list starts within the first screen, and nothing floats over it.
    const row = page.locator('main tbody tr, main li').filter({ visible: true }).first();
    expect((await row.boundingBox())?.y).toBeLessThan(900);
    expect(await findCovered(page)).toEqual([]);

    await screen.openCase(reference);
    await expect(page.getByRole('definition').filter({ hasText: description })).toBeVisible();
    // Quotes the question's own wording, in the sender's language.
    await expect(
      page.getByRole('term').filter({ hasText: language === 'is' ? 'Tegund erindis' : 'Type of enquiry' }),
    ).toBeVisible();
    await expectValidScreen(page, { language, heading: /: Fura Prófdóttir$/ });

    await screen.button(t('queue|take')).click();
    await expect(screen.button(t('queue|release'))).toBeVisible();
    await screen.button(t('queue|sendAnswer')).click();
    await expect(screen.answer).toBeFocused();
    await expect(screen.answer).toHaveAccessibleDescription(t('queue|answerEmpty'));
    const answer = language === 'is' ? 'Já, hún gerir það.' : 'Yes, it does.';
    await screen.answer.fill(answer);
    await screen.alsoClose.check();
    await screen.button(t('queue|sendAnswer')).click();
    await expect(page.getByRole('listitem').filter({ hasText: answer })).toBeVisible();
    await expect(screen.answer).toHaveCount(0);
    await expect(screen.button(t('queue|reopen'))).toBeVisible();

    const mailbox = mailboxScreen(await page.context().newPage(), language);
    await mailbox.open(
      email,
      `${language === 'is' ? 'Svar við erindi þínu' : 'Our reply to you:'} ${reference}`,
    );
    await expect(mailbox.html.locator('body')).toContainText(answer);
  });

  test(`STAFF-6: a customer reads what they sent, our answers and their replies by email, ${language}, ${width} px`, async ({
    page,
  }) => {
    const t = translate[language];
    const matter = {
      kind: 'memo',
      form: null,
      reference: null,
      openedAt: '2026-11-19T10:00:00.000Z',
      answers: [],
    };
    await page.route('**/api/user/v1/matters?*', (route) =>
      route.fulfill({
        json: {
          items: [
            { ...matter, id: '1', about: 'Flutningar', state: 'open' },
            {
              ...matter,
              id: '2',
              about: null,
              state: 'answered',
              answers: [
                {
                  author: 'Katrín Ósk Einarsdóttir',
                  text: 'Skráð.\n\nKær kveðja',
                  at: '2026-11-20T09:30:00.000Z',
                },
                {
                  author: 'Guðrún Helga Þorsteinsdóttir',
                  text: 'Takk fyrir.',
                  at: '2026-11-20T10:00:00.000Z',
                  fromUs: false,
                },
              ],
            },
          ],
          total: 2,
        },
      }),
    );
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(
      page,
      language,
      people.family.ssn,
      `${addresses.site}${language === 'is' ? 'vidskipti/erindi/' : 'en/my-pages/messages/'}`,
    );
    await expect(page.getByRole('heading', { name: 'Flutningar' })).toBeVisible();
    await expect(page.getByText(t('matters|noAnswer'))).toBeVisible();
    await expect(page.getByText(t('matters|from', { name: 'Katrín Ósk Einarsdóttir' }))).toBeVisible();
    await expect(page.getByText(t('matters|byMail', { name: 'Guðrún Helga Þorsteinsdóttir' }))).toBeVisible();
    await expectValidScreen(page, { language, heading: t('matters|title') });
  });
}

test.describe('two employees at once', () => {
  // The browser logs each refusal.
  test.use({ expectedMessages: [/status of 409/] });

  test('STAFF-6: an employee who answers a case that a colleague has just taken learns who took it, and keeps the answer they wrote', async ({
    browser,
    page,
    request,
  }) => {
    const t = translate.is;
    const email = `tveir-${crypto.randomUUID()}@example.is`;
    const reference = await inquire(request, 'is', { email, description: 'Hver svarar mér?' });
    const screen = workQueueScreen(page, 'is');
    await screen.signIn('katrin');
    await screen.openCase(reference);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const other = workQueueScreen(await context.newPage(), 'is');
    await other.signIn('bjarki');
    await other.openCase(reference);
    await other.button(t('queue|take')).click();
    await expect(other.button(t('queue|release'))).toBeVisible();
    await context.close();

    await screen.answer.fill('Ég svara.');
    await screen.button(t('queue|sendAnswer')).click();
    const alert = page.getByRole('alert').filter({ hasText: t('queue|answerFailed') });
    await expect(alert).toContainText('Bjarki Freyr Sigurðsson');
    // It cannot be sent now, but it can be read and copied, and is back once the case is theirs.
    await expect(page.getByRole('blockquote')).toHaveText('Ég svara.');
    await screen.button(t('queue|takeOver', { name: 'Bjarki Freyr Sigurðsson' })).click();
    await expect(screen.answer).toHaveValue('Ég svara.');
  });

  test('DESK-4: a reply that was begun is there after a reload, and its case can be left without a question', async ({
    page,
    request,
  }) => {
    const t = translate.is;
    const reference = await inquire(request, 'is', {
      email: `drog-${crypto.randomUUID()}@example.is`,
      description: 'Er þetta geymt?',
    });
    const screen = workQueueScreen(page, 'is');
    await screen.signIn('katrin');
    await screen.openCase(reference);
    await screen.answer.fill('Hálft svar.');
    await expect(page.getByText(/Drög vistuð/)).toBeVisible();
    await page.reload();
    await expect(screen.answer).toHaveValue('Hálft svar.');
    await page.getByRole('link', { name: t('staffView|title') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('staffView|title') })).toBeVisible();
  });
});
