// @vitest-environment happy-dom
import type { Language } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { ErrorSummary } from '@hofn/ui';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minLength, object, string } from 'zod/mini';
import { TextsContext } from '../engine/texts.ts';
import { useForm, wholeDay } from '../forms/useForm.ts';
import { DayField, type DayFieldProps } from './DayField.tsx';

let root: Root;
let value: string;
const send = vi.fn<(values: { day: string }) => void>();
const schema = object({ day: string().check(minLength(1, 'global|requiredField'), wholeDay()) });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  send.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

type Limits = Pick<DayFieldProps, 'hint' | 'min' | 'max'>;
const Field = ({
  language,
  initial,
  showsError,
  limits,
}: {
  limits: Limits;
  language: Language;
  initial: string;
  showsError: boolean;
}) => {
  const [day, setDay] = useState(initial);
  value = day;
  const error = showsError ? dayError(language, day)?.message : undefined;
  return (
    <DayField
      id="loss"
      label="Tjónsdagur"
      language={language}
      value={day}
      onChange={setDay}
      error={error}
      {...limits}
    />
  );
};
const show = (
  initial = '',
  {
    language = 'is',
    showsError = false,
    limits = { max: '2026-12-24' },
  }: { language?: Language; showsError?: boolean; limits?: Limits } = {},
) =>
  act(async () =>
    root.render(<Field language={language} initial={initial} showsError={showsError} limits={limits} />),
  );

const Form = () => {
  const form = useForm({ schema, initial: { day: '' } });
  return (
    <form onSubmit={form.submit(send)} noValidate>
      <ErrorSummary title="Laga þarf" {...form.summary} />
      <DayField label="Gildir til" {...form.dayField('day')} />
    </form>
  );
};
const showForm = () =>
  act(async () =>
    root.render(
      <TextsContext value={createTranslator('is', { ...shell, ...portal })}>
        <Form />
      </TextsContext>,
    ),
  );

const input = (label: string): HTMLInputElement => {
  const element = [...document.querySelectorAll('label')].find(
    (candidate) => candidate.textContent === label,
  );
  if (!element?.control) throw new Error(`no field ${label}`);
  return element.control as HTMLInputElement;
};
const shownValues = (labels = ['Dagur', 'Mánuður', 'Ár']) => labels.map((label) => input(label).value);
const type = (label: string, text: string) =>
  act(async () => {
    const element = input(label);
    element.focus();
    // React tracks the element's own `value`; user input bypasses it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
const invalidInputs = () => [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')];

test('HOLD-19: day, month and year are three fields under one legend, and their value is an ISO date', async () => {
  await show();
  expect(document.querySelector('legend')?.textContent?.trim()).toBe('Tjónsdagur');
  for (const label of ['Dagur', 'Mánuður', 'Ár']) {
    expect(input(label).type).toBe('text');
    expect(input(label).inputMode).toBe('numeric');
  }
  await type('Dagur', '01');
  await type('Mánuður', '3');
  expect(value).toBe('-3-01');
  await type('Ár', '2026');
  expect(value).toBe('2026-03-01');
  expect(shownValues()).toEqual(['01', '3', '2026']);
});

test.each([
  // A day of loss is not in the future.
  ['is', { max: '2026-11-24', hint: 'Áætlaður dagur dugar.' }, 'Áætlaður dagur dugar. Til dæmis 24 12 2025'],
  ['en', { max: '2020-02-29' }, ' For example 29 2 2020'],
  ['is', {}, ' Til dæmis 24 12 2025'],
  [
    'is',
    { min: '2026-11-24', max: '2027-11-24', hint: 'Frá 24. nóvember 2026 til 24. nóvember 2027' },
    'Frá 24. nóvember 2026 til 24. nóvember 2027. Til dæmis 24 11 2026',
  ],
] as const)('HOLD-19: %s, %j: the example is a day that the field takes', async (language, limits, shown) => {
  await show('', { language, limits });
  expect(document.querySelector('fieldset')?.textContent).toContain(shown);
});

test.each(['24.12.2026', '2026-12-24'])(
  'HOLD-19: %s in the day field fills all three, and focus moves to the last',
  async (text) => {
    await show();
    await type('Dagur', text);
    expect(shownValues()).toEqual(['24', '12', '2026']);
    expect(value).toBe('2026-12-24');
    expect(document.activeElement).toBe(input('Ár'));
  },
);

test.each([
  ['is', '2026-1-32', 'Dagurinn þarf að vera á bilinu 1 til 31'],
  ['en', '2026-1-32', 'Day must be between 1 and 31'],
  ['is', '2026-13-1', 'Mánuðurinn þarf að vera á bilinu 1 til 12'],
  ['en', '-12-24', 'Year is missing'],
  ['is', '-12-24', 'Árið vantar'],
  ['is', '2026-2-30', 'Í febrúar 2026 eru aðeins 28 dagar'],
  ['en', '2026-2-30', 'February 2026 has only 28 days'],
  ['en', '26--24', 'Month is missing. Write the year with four digits, for example 2026'],
] as const)('HOLD-19: %s, %s: “%s”', async (language, initial, message) => {
  await show(initial, { language, showsError: true });
  expect(document.getElementById('loss-error')?.textContent?.trim()).toBe(message);
});

test('HOLD-19: the summary links to the invalid part, which alone is marked, and the input stays', async () => {
  await showForm();
  await submit();
  expect(invalidInputs()).toHaveLength(3);
  await type('Dagur', '5');
  await type('Mánuður', '12');
  await submit();
  expect(send).not.toHaveBeenCalled();
  const link = document.querySelector<HTMLAnchorElement>('[role=alert] a');
  expect(link?.textContent).toBe('Árið vantar');
  expect(invalidInputs()).toEqual([input('Ár')]);
  await act(async () => link?.click());
  expect(document.activeElement).toBe(input('Ár'));
  expect(shownValues()).toEqual(['5', '12', '']);
  await type('Ár', '2026');
  expect(document.querySelector('[role=alert]')).toBeNull();
  await submit();
  expect(send).toHaveBeenCalledWith({ day: '2026-12-05' });
});

test('FORM-5, HOLD-19: the error is shown when focus leaves the whole date, not between its parts', async () => {
  await showForm();
  await type('Dagur', '32');
  await act(async () => input('Mánuður').focus());
  expect(invalidInputs()).toEqual([]);
  await act(async () => input('Mánuður').blur());
  expect(invalidInputs()).toEqual([input('Dagur'), input('Mánuður'), input('Ár')]);
});

test('HOLD-19: the calendar starts on Monday in the page’s language, is navigated by keyboard, and selects the day', async () => {
  await show('2026-11-22');
  const button = document.querySelector<HTMLButtonElement>('fieldset button');
  expect(button?.ariaLabel ?? button?.getAttribute('aria-label')).toBe('Opna dagatal: Tjónsdagur');
  await act(async () => button?.click());
  await vi.waitFor(() => expect(document.querySelector('dialog table')).not.toBeNull());
  const names = [...document.querySelectorAll('dialog th')].map((cell) => cell.textContent);
  expect(names).toEqual(['mán', 'þri', 'mið', 'fim', 'fös', 'lau', 'sun']);
  const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
  const press = (key: string) =>
    act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
  expect(focusedLabel()).toBe('sunnudagur 22.\u00a0nóvember 2026');
  await press('PageDown');
  expect(document.querySelector('dialog h3')?.textContent).toBe('desember 2026');
  await press('End');
  // Not past the last selectable day.
  await press('ArrowDown');
  expect(focusedLabel()).toBe('fimmtudagur 24.\u00a0desember 2026');
  await press('ArrowLeft');
  await act(async () => (document.activeElement as HTMLElement).click());
  expect(value).toBe('2026-12-23');
  expect(shownValues()).toEqual(['23', '12', '2026']);
  expect(document.querySelector('dialog')).toBeNull();
});
