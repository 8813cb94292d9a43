// Help on every page: its buttons, the prompt, and live chat with an agent in the staff portal.
import { patience } from '@hofn/database/testing/patience.ts';
import { formatKennitala } from '@hofn/domain';
import type { Page, WebSocketRoute } from '@playwright/test';
import { chatStorageKey } from '../apps/web/src/chat/stored-chat.ts';
import { visitNames } from '../apps/web/src/shell/visitor-choices.ts';
import { agentScreen, chatWindow, keepChatClosed, keepChatOpen } from './screens/chat.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses, demoPassword } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

test.beforeEach(({ page }) => keepChatOpen(page));

const page404 = addresses.site.replace(/\/$/, '/ekki-til');

/** Opens the chat screen as an agent, in a separate browser context. */
const openAgentPage = async (visitor: Page, width: number): Promise<Page> => {
  const browser = visitor.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const context = await browser.newContext({ viewport: { width, height: 900 }, serviceWorkers: 'block' });
  return context.newPage();
};

for (const [language, width, agentWidth, username] of [
  ['is', 390, 1280, 'katrin'],
  ['en', 1280, 390, 'bjarki'],
] as const) {
  test(`HELP-7, HELP-9, HELP-11: a visitor and an agent chat through a lost connection and a reload; every message arrives once and in order, and neither page polls for the other (${language}, ${width} px)`, async ({
    page,
  }) => {
    const t = translate[language];
    // Unique to this attempt: visitors of a failed attempt stay in the queue for a while.
    const mark = crypto.randomUUID().slice(0, 8);
    const name = `${language === 'is' ? 'Gunnar gestur' : 'Visiting Guest'} ${mark}`;
    const sockets: WebSocketRoute[] = [];
    const requestUrls: string[] = [];
    // Listen before the first page: opening the chat must not poll either.
    page.on('request', (request) => requestUrls.push(request.url()));
    await page.routeWebSocket(/\/visitor$/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${addresses.site}${language === 'is' ? 'um-okkur' : 'en/about'}`);
    const chat = chatWindow(page, language);
    await chat.open();
    await expect(chat.start).toBeVisible();

    // A chat cannot start without a name and a topic; each missing answer is reported at its field.
    await chat.start.click();
    await expect(chat.name).toBeFocused();
    await expect(chat.name).toHaveAccessibleDescription(t('chat|required'));
    await chat.name.fill(name);
    await chat.topic.fill('Kaskó');
    await chat.start.click();
    await expect(chat.waiting).toBeVisible();
    // The subject is the first message.
    await expect(chat.messages).toContainText(['Kaskó']);
    await chat.sendMessage('1');
    await expect(chat.messages).toContainText(['Kaskó', '1']);

    const staff = await openAgentPage(page, agentWidth);
    staff.on('request', (request) => requestUrls.push(request.url()));
    const agent = agentScreen(staff, language);
    await agent.signIn(username, demoPassword);
    await agent.take(name).click();
    await expect(agent.messages).toContainText(['Kaskó', '1']);
    await expect(agent.text('visitor')).toBeVisible();
    await agent.loaded();
    // A half-written reply survives moving to another page and back.
    await agent.reply(name).fill('Hálft');
    await staff.getByRole('link', { name: t('shell|otherLanguage') }).click();
    await expect(staff.locator('html')).toHaveAttribute('lang', language === 'is' ? 'en' : 'is');
    await staff.goBack();
    await agent.loaded();
    await expect(agent.reply(name)).toHaveValue('Hálft');
    await agent.sendMessage(name, '2');
    await expect(chat.messages).toContainText(['Kaskó', '1', '2']);
    await expectValidScreen(page, { language, heading: /./ });

    // The connection drops and is restored automatically; messages written meanwhile arrive.
    await sockets.at(-1)?.close();
    await expect(chat.dialog.getByText(t('chat|reconnecting'))).toBeVisible();
    await chat.sendMessage('3');
    await agent.sendMessage(name, '4');
    await expect(chat.messages).toHaveCount(5);
    await expect(agent.messages).toHaveCount(5);
    expect(sockets.length).toBeGreaterThan(1);

    // An agent who reloads sees the open chat again, with nothing unread.
    await staff.reload();
    await expect(agent.messages).toHaveCount(5);
    await expect(
      staff.getByText(new RegExp(t('staffChat|unread', { n: 0 }).replace('0', '\\d+'))),
    ).toHaveCount(0);

    // Minimised, the chat leaves the page usable and the button counts new messages; it continues after a reload.
    await page.keyboard.press('Escape');
    await expect(chat.dialog).toBeHidden();
    await expect(chat.help).toBeFocused();
    await agent.sendMessage(name, '5');
    await expect(page.locator('html[data-chat-unread]')).toBeAttached();
    await page.reload();
    await expect(page.locator('html[data-chat-unread]')).toBeAttached();
    await chat.opener.click();
    await expect(chat.messages).toHaveCount(6);
    const texts = (log: typeof chat.messages) =>
      log.allInnerTexts().then((all) => all.map((text) => /^\d$/m.exec(text)?.[0]).join(''));
    expect([...(await texts(chat.messages))].toSorted().join('')).toBe('12345');
    expect(await texts(agent.messages)).toBe(await texts(chat.messages));

    await chat.end.click();
    await chat.endYes.click();
    await expect(agent.text('endedByVisitor')).toBeVisible();
    await chat.email.fill('gestur');
    await chat.transcript.click();
    await expect(chat.email).toHaveAccessibleDescription(t('chat|invalidEmail'));
    const email = `${mark}@example.is`;
    await chat.email.fill(email);
    await chat.transcript.click();
    await expect(chat.dialog.getByText(t('chat|transcriptSent', { email }))).toBeVisible();
    await chat.close.click();
    await expect(chat.dialog).toBeHidden();
    expect(requestUrls).toContainEqual(expect.stringMatching(/\/assets\/widget-/));
    expect(requestUrls.filter((url) => url.includes('/availability'))).toEqual([]);
    const subject = language === 'is' ? 'Afrit af netspjalli' : 'Your live chat transcript';
    const mailbox = mailboxScreen(await staff.context().newPage(), language);
    await mailbox.open(email, subject);
    await expect(mailbox.attachments).toHaveCount(1);
    await staff.context().close();
  });
}

test('HELP-9: a visitor who loses the network sees at once that the chat is reconnecting', async ({
  page,
  context,
  expectedMessages,
}) => {
  const t = translate.en;
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${addresses.site}en/about`);
  const chat = chatWindow(page, 'en');
  await chat.open();
  await chat.name.fill('Guest in a lift');
  await chat.topic.fill('Home');
  await chat.start.click();
  await expect(chat.waiting).toBeVisible();
  await context.setOffline(true);
  // Well before silence alone would reveal a dead connection.
  await expect(chat.dialog.getByText(t('chat|reconnecting'))).toBeVisible({ timeout: patience(3_000) });
  await expect(chat.waiting).toHaveCount(0);
  await context.setOffline(false);
  await expect(chat.waiting).toBeVisible();
  await chat.end.click();
  await chat.endYes.click();
});

test('HELP-1: one button for help is on every page, has a name, and is reached by Tab; headless mode and print leave it out', async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/404/);
  for (const address of [
    addresses.site,
    `${addresses.site}en/search`,
    `${addresses.site}tryggingar/kaskotrygging`,
    page404,
  ]) {
    await page.goto(address);
    const english = address.includes('/en/');
    const floating = page.locator('footer [data-help]');
    // Reached from the end of a long page, it shows its prompt too.
    const help = floating.and(page.getByRole('button', { name: english ? /^Assistance/ : /^Aðstoð/ }));
    await expect(help, address).toBeVisible();
    await expect(floating.filter({ visible: true }), address).toHaveCount(1);
    // The last tab stop of the page.
    await help.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(help).toBeFocused();
    await page.emulateMedia({ media: 'print' });
    await expect(help, `${address} on paper`).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  }
  await page.goto(`${addresses.site}um-okkur?headless=true#netspjall`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  await expect(page.locator('[data-help]').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('#hofn-chat')).toHaveCount(0);
});

test('HELP-4a, HELP-5a, HELP-5b: the prompt points at help below 800 px, again only in a low window, and no more after a press; chat replaces the panel', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 920 });
  await page.goto(addresses.site);
  const prompt = page.getByText(translate.is('shell|helpPrompt'), { exact: true });
  /** Scrolls and waits until the page has handled it: two scrolls in one frame count as one. */
  const scrollTo = (y: number) =>
    page.evaluate(
      (top) =>
        new Promise<void>((heard) => {
          if (window.scrollY === top) return heard();
          addEventListener('scroll', () => heard(), { once: true });
          window.scrollTo({ top, behavior: 'instant' });
        }),
      y,
    );
  await scrollTo(800);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(800);
  await expect(prompt).toBeHidden();
  await scrollTo(801);
  await expect(prompt).toBeVisible();
  await scrollTo(0);
  await expect(prompt).toBeHidden();
  await scrollTo(801);
  await expect(prompt).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 921 });
  await scrollTo(0);
  await expect(prompt).toBeHidden();
  await scrollTo(900);
  await expect
    .poll(() => page.evaluate((name) => sessionStorage.getItem(name), visitNames.help))
    .toContain('true');
  await expect(prompt).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 700 });
  await scrollTo(0);
  await scrollTo(900);
  await expect(prompt).toBeVisible();
  await prompt.click();
  const panel = page.getByRole('dialog', { name: 'Hvernig getum við aðstoðað?' });
  await expect(panel).toBeVisible();
  await expect(prompt).toBeHidden();

  // HELP-4a: chat replaces the panel, and closing it leaves neither open.
  await panel.getByRole('button', { name: translate.is('shell|chat') }).click();
  const chat = chatWindow(page, 'is');
  await expect(chat.start).toBeVisible();
  await expect(panel).toBeHidden();
  await chat.close.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await scrollTo(0);
  await scrollTo(900);
  await expect(page.locator('html[data-prompt]')).toHaveCount(0);
});

test('an agent sees who a signed-in customer is, and the kennitala after taking the chat; HELP-8: signing out ends an open chat and clears its data', async ({
  page,
}, { retry }) => {
  // Each attempt uses another customer: those of a failed attempt stay in the queue for a while.
  const { ssn, name } =
    retry === 0
      ? { ...people.newcomer, name: 'Birta Líf Hrafnsdóttir' }
      : { ...people.young, name: 'Tómas Orri Valdimarsson' };
  await page.goto(`${addresses.site}vidskipti/`);
  await signIn(page, 'is', ssn);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const chat = chatWindow(page, 'is');
  await chat.open();
  await expect(chat.topic).toBeVisible();
  await expect(chat.name).toHaveCount(0);
  await chat.topic.fill('Fyrsta tryggingin');
  await chat.start.click();
  await expect(chat.waiting).toBeVisible();

  const staff = await openAgentPage(page, 1280);
  const agent = agentScreen(staff, 'is');
  await agent.signIn('katrin', demoPassword);
  await expect(agent.take(name)).toBeVisible();
  await expect(staff.getByText(formatKennitala(ssn))).toHaveCount(0);
  await agent.take(name).click();
  await expect(agent.text('knownPerson')).toBeVisible();
  await expect(agent.openChat.getByText(formatKennitala(ssn))).toBeVisible();
  await agent.sendMessage(name, 'Góðan dag');
  await expect(chat.messages).toContainText(['Fyrsta tryggingin', 'Góðan dag']);
  await agent.end.click();
  await agent.endYes.click();
  await expect(agent.text('endedByAgent')).toBeVisible();
  await expect(chat.email).toBeVisible();
  await chat.close.click();

  // The next chat is open when the customer signs out; in a low window its parts need scrolling.
  await page.setViewportSize({ width: 320, height: 256 });
  // On a phone the portal has one button for help.
  await chat.open();
  await chat.topic.fill('Önnur trygging');
  await chat.start.click();
  await chat.sendMessage('Halló');
  await expect(chat.messages).toContainText(['Önnur trygging', 'Halló']);
  await chat.end.click();
  await expect(chat.endYes).toBeInViewport();
  expect((await chat.log.boundingBox())?.height).toBeGreaterThan(100);
  await page.getByRole('button', { name: translate.is('chat|endNo') }).click();
  await expect(chat.end).toBeFocused();
  await agent.take(name).click();
  await expect(agent.messages).toContainText(['Önnur trygging', 'Halló']);
  await page.setViewportSize({ width: 1280, height: 900 });
  await chat.minimise.click();

  // Signing out clears the chat's leftovers from storage and nothing else.
  await page.evaluate(() => {
    for (const key of ['snapinsPage_0', 'snapinsPc', 'kept.by.another']) localStorage.setItem(key, '1');
  });
  await page.getByRole('button', { name: translate.is('nav|userMenuFor', { name }) }).click();
  await page.getByRole('button', { name: translate.is('nav|logout') }).click();
  await expect(page).toHaveURL(addresses.site);
  await expect(agent.text('endedByVisitor')).toBeVisible();
  await staff.context().close();
  expect(await page.evaluate((name) => sessionStorage.getItem(name), chatStorageKey)).toBeNull();
  await chat.open();
  await expect(chat.name).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(
    expect.arrayContaining(['kept.by.another']),
  );
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('snapins'))),
  ).toEqual([]);
});

test('HELP-3, HELP-6: the chat button spins while the chat loads; a failed load is reported and the next press retries; an address opens the chat', async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/Failed to load resource/);
  const part = /\/assets\/help-[^/]*\.js/;
  await page.route(part, (route) => route.abort());
  await page.goto(`${addresses.site}um-okkur`);
  const chat = chatWindow(page, 'is');
  await chat.open();
  await expect(page.getByText(translate.is('shell|chatFailed'))).toBeVisible();
  await page.unroute(part);
  // The chat's code is delayed until the button has been seen spinning.
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/widget-[^/]{8}\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await chat.open();
  const spin = () => chat.opener.locator('svg').evaluate((icon) => getComputedStyle(icon).animationName);
  await expect(page.getByText(translate.is('shell|chatOpening'), { exact: true })).toBeVisible();
  expect(await spin()).not.toBe('none');
  held.resolve();
  await expect(chat.start).toBeVisible();
  await expect(chat.opener).toHaveCount(0);
  await expectValidScreen(page, { language: 'is', heading: /./ });
  await expect(page.getByText(translate.is('shell|chatFailed'))).toBeHidden();

  await page.goto(`${addresses.site}en/about#netspjall`);
  const english = chatWindow(page, 'en');
  await expect(english.start).toBeVisible();
  await english.close.click();
  await expect(english.dialog).toBeHidden();
  await page.evaluate(() => {
    location.hash = '';
    location.hash = 'netspjall';
  });
  await expect(english.start).toBeVisible();
});

test('LIFE-37: at night the chat says when it opens, and takes a message that becomes an inquiry for staff', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await keepChatClosed(page);
  await page.goto(`${addresses.site}um-okkur`);
  const t = translate.is;
  const chat = chatWindow(page, 'is');
  await chat.open();
  await expect(chat.dialog).toContainText(t('chat|closedUntil').split('{')[0] ?? 'none');
  await expect(chat.start).toHaveCount(0);
  await expectValidScreen(page, { language: 'is', heading: /./ });
  const email = `${crypto.randomUUID().slice(0, 8)}@example.is`;
  await chat.name.fill('Nætur gestur');
  await chat.email.fill(email);
  await chat.topic.fill('Kaskó');
  await chat.message.fill('Nær kaskó yfir þetta?');
  await chat.dialog.getByRole('button', { name: t('chat|sendMessage') }).click();
  await expect(chat.dialog).toContainText(email);
  const mailbox = mailboxScreen(await page.context().newPage(), 'is');
  await mailbox.open(email, 'Fyrirspurnin er komin til okkar');
});
