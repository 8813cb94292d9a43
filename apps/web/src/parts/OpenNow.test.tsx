// @vitest-environment happy-dom
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Footer } from '../content/site.ts';
import { TextsContext } from '../engine/texts.ts';
import { OpenNow } from './OpenNow.tsx';

const texts = createTranslator('is', { ...shell, ...site });
const weekdays = { titill: 'Virka daga', opnar: '09:00', lokar: '16:00', dagar: [1, 2, 3, 4, 5] };
const allDay = { titill: 'Alla daga', opnar: '00:00', lokar: '24:00', dagar: [1, 2, 3, 4, 5, 6, 7] };
const footer = {
  openingHours: [
    { nafn: 'Sími og netspjall', timi: [weekdays] },
    { nafn: 'Neyðarsími', timi: [allDay] },
  ],
  holidays: [{ dagur: '2026-12-24', nafn: 'Aðfangadagur', opnar: null, lokar: null }],
} as unknown as Footer;
const screen = (
  <TextsContext value={texts}>
    <OpenNow footer={footer} />
  </TextsContext>
);

afterEach(() => void vi.useRealTimers());

test.each([
  ['a minute before it opens', '2026-12-23T08:59:00Z', 'Opnum 23. desember kl. 9.00'],
  ['the minute it opens', '2026-12-23T09:00:00Z', 'Opið núna, til kl. 16.00'],
  ['the minute it closes, before a holiday', '2026-12-23T16:00:00Z', 'Opnum 25. desember kl. 9.00'],
  ['in the middle of a holiday', '2026-12-24T12:00:00Z', 'Opnum 25. desember kl. 9.00'],
])(
  'SITE-9: %s the status of telephone and chat follows their own hours and holidays',
  (_when, now, shown) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const place = document.createElement('div');
    const root = createRoot(place);
    flushSync(() => root.render(screen));
    const text = place.textContent?.replaceAll('\u00a0', ' ');
    root.unmount();
    expect(text).toBe(shown);
  },
);

test('SITE-9: a page built yesterday shows no status before hydration', () => {
  expect(renderToStaticMarkup(screen)).toMatch(/^<span[^>]*><\/span>$/);
});
