// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inLanguage } from '../../build/content.ts';
import { defaultFolders } from '../../build/folders.ts';
import type { PriceWords } from '../content/documents.ts';
import { LevelTable } from './LevelTable.tsx';
import { PriceForm } from './PriceForm.tsx';
import { PriceResult } from './PriceResult.tsx';

vi.mock('../session/settings.ts', () => ({ apiAddress: async (path: string) => `/base${path}` }));

vi.mock('../engine/index.ts', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const read = async (file: string) =>
  inLanguage(JSON.parse(await readFile(join(defaultFolders.contentDir, `${file}.json`), 'utf8')), 'is');

const price = (perYear: number) => ({
  product: 'travel',
  name: 'Ferðatrygging',
  answers: {},
  tariff: '2026-1',
  perYear,
  isMinimum: false,
  choices: null,
  monthly: { perMonth: 1, perYear, fee: 0 },
  parts: [],
  validTo: '2026-12-22',
  covers: [],
  notCovered: [],
  terms: [],
  deductible: null,
  sumInsured: null,
  deductibleText: '',
});

let root: Root;
let words: PriceWords;
let perYear: number;
let answers: Record<string, () => Response>;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  perYear = 12_000;
  answers = {
    price: () => {
      perYear += 140;
      return Response.json(price(perYear));
    },
    offer: () => Response.json({ reference: 'ABCD-EFGH-JKMN', validTo: '2026-12-22' }, { status: 201 }),
  };
  vi.stubGlobal('fetch', async (path: string) => answers[path.split('/').at(-1) ?? '']?.());
  words = {
    ...((await read('prices/prices')) as object),
    labels: await read('formLabels/formLabels'),
    offer: { title: 'Tilboðið þitt', page: 'offer', path: '/tryggja/tilbod/' },
  } as unknown as PriceWords;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <PriceForm
        product="travel"
        texts={words}
        language="is"
        initial={{ household: 'single' }}
        intro={null}
      />,
    ),
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('12.140'));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const email = (): HTMLInputElement => {
  const element = document.querySelector<HTMLInputElement>('input[type=email]');
  if (!element) throw new Error('no field for an address');
  return element;
};
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(email()), 'value')?.set?.call(email(), text);
    email().dispatchEvent(new Event('input', { bubbles: true }));
  });
const submitEmail = () =>
  act(async () => {
    email().form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
const alertText = () => email().form?.querySelector('p[role=alert]')?.textContent;

test('FORM-11: the reference of a saved price stays on the screen when an answer changes', async () => {
  await type('gestur@example.is');
  await submitEmail();
  expect(document.activeElement?.textContent).toBe(words.kept);
  expect(document.querySelector('input[type=email]')).toBeNull();
  await act(async () => document.querySelector<HTMLElement>('input[name=household]:not(:checked)')?.click());
  await act(async () => vi.waitFor(() => expect(perYear).toBe(12_280)));
  await vi.waitFor(() => expect(document.body.textContent).toContain('12.280'));
  expect(email().value).toBe('gestur@example.is');
  expect(document.body.textContent).toContain('ABCD-EFGH-JKMN');
  expect(document.body.textContent).toMatch(/Áður geymt tilboð: 12\.140/);
  expect(document.querySelector('a[href$="#ABCD-EFGH-JKMN"]')).not.toBeNull();
});

test('FORM-11: while the insurer has no prices, the page says so instead of “could not be worked out”', async () => {
  const errorCode = 'pricesUnavailable';
  answers.price = () => Response.json({ errorCode }, { status: 503, headers: { 'Retry-After': '300' } });
  await act(async () => document.querySelector<HTMLElement>('input[name=household]:not(:checked)')?.click());
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain('Ekki er hægt að reikna verð eins og er.'),
  );
  expect(document.body.textContent).not.toContain('Ekki tókst að reikna verðið');
});

test('LIFE-39: answers outlive a reload in the same tab, and are priced once they are complete', async () => {
  const open = async () => {
    await act(async () => root.unmount());
    root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () =>
      root.render(<PriceForm product="travel" texts={words} language="is" intro={null} />),
    );
  };
  await open();
  expect(document.querySelector('input[name=household]:checked')).toBeNull();
  expect(document.querySelector('[role=alert]')?.textContent ?? '').toBe('');
  await act(async () => document.querySelector<HTMLElement>('input[name=household][value=family]')?.click());
  await open();
  expect(document.querySelector<HTMLInputElement>('input[name=household]:checked')?.value).toBe('family');
  await vi.waitFor(() => expect(document.body.textContent).toContain('12.280'));
  sessionStorage.setItem('hofn.priceAnswers.travel', '{"household":7}');
  await open();
  expect(document.querySelector('input[name=household]:checked')).toBeNull();
});

test('LIFE-39: the months of a price are stated as rounded, because they may come to more than the year', () => {
  expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain('á ári, eða um 1 kr. á mánuði');
});

test('LIFE-39: the minimum premium is explained where a deductible can be chosen', async () => {
  const show = (isMinimum: boolean) => {
    const options = ['90000', '140000'].map((value) => ({ value, perYear: 39_000, deductible: +value }));
    const shown = { ...price(39_000), isMinimum, choices: { field: 'kaskoStep', options } } as never;
    return act(async () => root.render(<PriceResult texts={words} language="is" price={shown} />));
  };
  await show(true);
  expect(document.body.textContent).toContain(words.minimumPremium);
  await show(false);
  expect(document.body.textContent).not.toContain(words.minimumPremium);
});

test('LIFE-39: the table of levels says what separates levels that cover belongings alike', async () => {
  const options = ['1', '2'].map((value) => ({ value, perYear: 37_960, deductible: 28_000 }));
  const shown = { ...price(50_200), choices: { field: 'level', options } } as never;
  await act(async () => root.render(<LevelTable texts={words} language="is" price={shown} />));
  const [, first, second] = [...document.querySelectorAll('tr')].map((row) => row.textContent);
  expect(first).toContain('Ekki innifalið');
  expect(second).not.toContain('Ekki innifalið');
  expect(second).toContain('Innifalið');
});

test('FORM-7: a refused e-mail address takes focus and its error clears on typing; other errors are reported', async () => {
  const refuse = (errors: object) => {
    answers.offer = () => Response.json({ errors }, { status: 400 });
  };
  refuse({ email: ['Netfangið á að líta út eins og nafn@example.is, án íslenskra stafa.'] });
  await type('gestur');
  await submitEmail();
  expect(document.activeElement).toBe(email());
  expect(email().getAttribute('aria-invalid')).toBe('true');
  await type('gestur@example.is');
  expect(email().getAttribute('aria-invalid')).toBeNull();
  expect(alertText()).toBe('');
  refuse({ 'answers.household': ['Veldu fjölskyldu'] });
  await submitEmail();
  expect(alertText()).toBe(words.labels.submitErrorMessage);
});
