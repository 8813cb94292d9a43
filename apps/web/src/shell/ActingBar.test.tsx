// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal as english } from '@hofn/texts/catalogue/en/portal.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, selfActing } from '../portal/testing/render-screen.tsx';
import { ActingBar } from './ActingBar.tsx';

const acting = { ...selfActing.currentProxyUser, id: 'jon', fullName: 'Jón Jónsson', via: 'delegate' };
let root: Root;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

test.each([
  ['is', portal, 'Hætta'],
  ['en', english, 'Stop'],
] as const)(
  'LIFE-44: the short button says that acting stops, and its name begins with it (%s)',
  async (language, texts, short) => {
    let page: HTMLElement;
    ({ page, root } = renderScreen(<ActingBar />, {
      texts: createTranslator(language, texts as typeof portal),
      user: { currentProxyUser: acting },
      get: () => ({}),
    }));
    await vi.waitFor(() => expect(page.querySelector('button')).not.toBeNull());
    const button = page.querySelector('button');
    expect([...(button?.querySelectorAll('span') ?? [])].map(({ textContent }) => textContent)).toContain(
      short,
    );
    expect(button?.getAttribute('aria-label')).toMatch(new RegExp(`^${short}\\b`));
  },
);
