import type { Page } from '@playwright/test';
import { expect, expectValidScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';
import { signInStaff } from './sign-in.ts';

type Language = 'is' | 'en';

/** The chat window as a visitor sees it, on any page. */
export const chatWindow = (page: Page, language: Language) => {
  const t = translate[language];
  const dialog = page.getByRole('dialog', { name: t('chat|title') });
  const button = (key: string) => dialog.getByRole('button', { name: t(`chat|${key}`), exact: true });
  return {
    /** The help button of every page. */
    help: page.locator('[data-help=assistant]').filter({ visible: true }).first(),
    /** Opens the chat from the help panel. */
    open: async () => {
      await page.locator('[data-help=assistant]').filter({ visible: true }).first().click();
      await page.locator('#assistance [data-help=chat]').click();
    },
    /** The floating button while the chat loads or has unread messages. */
    opener: page.locator('[data-help=chat]').filter({ visible: true }).first(),
    dialog,
    name: dialog.getByLabel(t('chat|name'), { exact: true }),
    topic: dialog.getByLabel(t('chat|topic')),
    start: button('start'),
    message: dialog.getByLabel(t('chat|message')),
    log: dialog.getByRole('log'),
    messages: dialog.getByRole('log').getByRole('listitem'),
    minimise: button('minimise'),
    end: button('end'),
    endYes: button('endYes'),
    close: button('close'),
    email: dialog.getByLabel(t('chat|email')),
    transcript: button('transcript'),
    // At any position: other tests may have visitors waiting too.
    waiting: dialog.getByText(t('chat|waiting', { position: 0 }).split('0')[1] ?? ''),
    sendMessage: async (text: string) => {
      await dialog.getByLabel(t('chat|message')).fill(text);
      await page.keyboard.press('Enter');
    },
  };
};

/** Opening hours every day, as the content service gives them. */
const everyDay = (opnar: string, lokar: string) => ({
  timi: [{ titill: 'Alla daga', opnar, lokar, dagar: [1, 2, 3, 4, 5, 6, 7].map((dagur) => ({ dagur })) }],
  holidays: [],
});

/** Replaces the hours of telephone and chat, so that the chat can be tested at any hour of the day. */
const setChatHours = async (page: Page, opnar: string, lokar: string): Promise<void> => {
  await page.route(/\/graphql\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as {
      data?: { footer?: { openingHours: object[]; holidays: object[] }; opening_hours?: object | null };
    };
    const { timi, holidays } = everyDay(opnar, lokar);
    const { footer, opening_hours: document } = body.data ?? {};
    if (footer) Object.assign(footer, { holidays });
    for (const block of footer?.openingHours ?? []) Object.assign(block, { timi });
    if (document) Object.assign(document, { timi, holidays });
    await route.fulfill({ response, json: body });
  });
};

export const keepChatOpen = (page: Page): Promise<void> => setChatHours(page, '00:00', '24:00');
export const keepChatClosed = (page: Page): Promise<void> => setChatHours(page, '00:00', '00:00');

const staffPath = { is: 'starfsfolk/netspjall/', en: 'en/staff/chat/' };

/** The chat screen of agents. */
export const agentScreen = (page: Page, language: Language) => {
  const t = translate[language];
  const openChat = page.locator('section[aria-labelledby=talk-title]');
  return {
    /** Opens the screen and signs in as an employee. */
    signIn: async (username: string, password: string) => {
      await signInStaff(page, language, { path: staffPath[language], username, password });
    },
    loaded: async () => {
      await expect(page.getByText(t('staffChat|live'), { exact: true })).toBeVisible();
      await expectValidScreen(page, { language, heading: t('staffChat|title') });
    },
    take: (name: string) => page.getByRole('button', { name: t('staffChat|takeOf', { name }) }),
    openChat,
    log: openChat.getByRole('log'),
    messages: openChat.getByRole('log').getByRole('listitem'),
    reply: (name: string) => openChat.getByLabel(t('staffChat|replyTo', { name })),
    sendMessage: async (name: string, text: string) => {
      await openChat.getByLabel(t('staffChat|replyTo', { name })).fill(text);
      await page.keyboard.press('Enter');
    },
    text: (key: string) => openChat.getByText(t(`staffChat|${key}`)),
    end: openChat.getByRole('button', { name: t('staffChat|end') }),
    endYes: openChat.getByRole('button', { name: t('staffChat|endYes') }),
  };
};
