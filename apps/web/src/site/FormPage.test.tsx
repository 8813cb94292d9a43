// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { shell as englishShell } from '@hofn/texts/catalogue/en/shell.ts';
import { site as englishSite } from '@hofn/texts/catalogue/en/site.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../engine/App.tsx';
import { TextsContext } from '../engine/texts.ts';
import { formDocument } from '../forms/declared/testing.ts';
import { FormPage } from './FormPage.tsx';

vi.mock('../engine/index.ts', async (original) => ({
  ...(await original<object>()),
  usePage: () => ({ path: '/', context: {} }),
}));

/** Waits for a condition, even on a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000);

const type = (name: string, text: string) => {
  const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!field) throw new Error(`no field ${name}`);
  // React intercepts the element's own `value` property; a browser bypasses it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
};

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test.each([
  ['is', '/fyrirspurn', 'Segðu okkur hvað þig vantar', 'Takk fyrir', '/arsskyrsla/'],
  ['en', '/en/inquiry', 'Tell us what you need', 'Thank you', '/arsskyrsla/en'],
] as const)(
  'FORM-9, INQ-2, INQ-5: in %s the page %s has an intro and a form, and a thank-you screen with reference, address and a link to the front page',
  async (language, address, intro, thanks, front) => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ status: 'received', reference: 'F-2026-100001' }, { status: 201 }),
    );
    const inquiry = await formDocument('inquiry', language);
    expect(pathOf('inquiry', language)).toBe(address);
    const texts = createTranslator(
      language,
      language === 'is' ? { ...shell, ...site } : { ...englishShell, ...englishSite },
    );
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(
      <TextsContext value={texts}>
        <ShownContext value={{ shown: { location: { hash: '' } }, links: { newTabPaths: [] } } as never}>
          <FormPage document={inquiry} />
        </ShownContext>
      </TextsContext>,
    );
    await eventually(() => expect(document.querySelector('h1')?.textContent).toBe(inquiry.title));
    expect(document.body.textContent).toContain(intro);
    type('name', 'Þóra Prófsdóttir');
    type('email', 'gestur@example.is');
    type('type', 'Tjónaþjónusta');
    type('description', 'Hvar er yfirlitið?');
    await eventually(() => {
      document
        .querySelector('form')
        ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
      expect(document.querySelector('h1')?.textContent).toBe(thanks);
    });
    await eventually(() => expect(document.activeElement).toBe(document.querySelector('h1')));
    expect(document.querySelector('form')).toBeNull();
    expect(document.body.textContent).toContain('F-2026-100001');
    expect(document.body.textContent).toContain('gestur@example.is');
    expect(document.querySelector('a')?.getAttribute('href')).toBe(front);
    root.unmount();
  },
);

test.each([
  ['is', '#kasko.52430', 'Biðja um símtal', 'Ráðgjafi hringir í þig'],
  ['en', '#kasko.52430.7K2M-9QXD-4HVT', 'Ask for a call', 'An adviser will call you'],
  ['is', '#main', 'Óska eftir verði', 'ráðgjafi reiknar verðið'],
  ['en', '', 'Request a price', 'work out the price'],
] as const)(
  'LIFE-39: in %s the request opened with %j is headed «%s»',
  async (language, hash, title, lead) => {
    const document = await formDocument('opportunity', language);
    const texts = createTranslator(
      language,
      language === 'is' ? { ...shell, ...site } : { ...englishShell, ...englishSite },
    );
    const root = createRoot(window.document.body.appendChild(window.document.createElement('div')));
    root.render(
      <TextsContext value={texts}>
        <ShownContext value={{ shown: { location: { hash } }, links: { newTabPaths: [] } } as never}>
          <FormPage document={document} />
        </ShownContext>
      </TextsContext>,
    );
    await eventually(() => expect(window.document.querySelector('h1')?.textContent).toBe(title));
    expect(window.document.body.textContent).toContain(lead);
    expect(window.document.querySelector('[type=submit]')?.textContent).toBe(title);
    root.unmount();
  },
);
