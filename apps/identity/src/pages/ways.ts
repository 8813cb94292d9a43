import { type Html, html } from './html.ts';
import type { Texts } from './texts.ts';

/** Customers' sign-in methods, each on its own page. `app` is an electronic ID in the app instead of on the SIM card. */
export const ways = ['eid', 'app', 'passkey', 'password'] as const;
export type Way = (typeof ways)[number];

/** Tabs to switch the sign-in method: links, so that they work without scripts. */
export const wayTabs = (t: Texts, chosen: Way, at: (way: Way) => string): Html => {
  const current = chosen === 'app' ? 'eid' : chosen;
  const tabs = [
    ['eid', t('auth|tabEid')],
    ['passkey', t('auth|tabPasskey')],
    ['password', t('auth|tabPassword')],
  ] as const;
  return html`<nav class="tabs" aria-label="${t('auth|ways')}">${tabs.map(
    ([way, name]) => html`<a href="${at(way)}"${way === current && html` aria-current="page"`}>${name}</a>`,
  )}</nav>`;
};
