// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { ErrorSummary, KennitalaField, RadioGroup, TextField } from '@hofn/ui';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { email, minLength, object, regex, string } from 'zod/mini';
import { TextsContext } from '../engine/texts.ts';
import { useForm } from './useForm.ts';

const required = 'Fylla þarf út reitinn';
const schema = object({
  name: string().check(minLength(1, 'global|requiredField')),
  holder: object({
    email: string().check(minLength(1, 'global|missingEmail'), email('global|invalidEmail')),
    ssn: string().check(regex(/^\d{6}-?\d{4}$/, 'errorCode|invalidSsn')),
  }),
  way: string().check(minLength(1)),
});

let root: Root;
let form: ReturnType<typeof useForm<typeof initial, typeof initial>>;
const initial = { name: '', holder: { email: '', ssn: '' }, way: '' };
const send = vi.fn<(values: typeof initial) => Promise<void>>();

const Form = () => {
  form = useForm({ schema, initial });
  return (
    <form onSubmit={form.submit(send)} noValidate>
      <ErrorSummary title="Laga þarf" {...form.summary} />
      <TextField label="Nafn" {...form.field('name')} />
      <TextField label="Netfang" {...form.field('holder.email')} />
      <KennitalaField label="Kennitala" {...form.field('holder.ssn')} />
      <RadioGroup label="Leið" options={[{ value: 'card', label: 'Kort' }]} {...form.field('way')} />
    </form>
  );
};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  send.mockReset().mockResolvedValue();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const texts = createTranslator('is', { ...shell, ...site, ...portal });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <Form />
      </TextsContext>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const input = (name: string): HTMLInputElement => {
  const element = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!element) throw new Error(`no field ${name}`);
  return element;
};
const type = (name: string, text: string) =>
  act(async () => {
    const element = input(name);
    element.focus();
    // React overrides the element's `value` setter; use the prototype's setter, as user input does.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const leave = (name: string) => act(async () => input(name).blur());
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
const errorTextAt = (name: string) => document.getElementById(`${input(name).id}-error`)?.textContent?.trim();
const fill = async () => {
  await type('name', 'Guðrún');
  await type('holder.email', 'gudrun@example.is');
  await type('holder.ssn', '120174-1429');
  await leave('holder.ssn');
  await act(async () => input('way').click());
};

test('FORM-5: a field shows its error after blur, including fields with nested names', async () => {
  await type('holder.email', 'gudrun');
  expect(errorTextAt('holder.email')).toBeUndefined();
  await leave('holder.email');
  expect(errorTextAt('holder.email')).toBe(
    'Netfangið á að líta út eins og nafn@example.is, án íslenskra stafa.',
  );
  expect(input('holder.email').getAttribute('aria-invalid')).toBe('true');
  // Untouched fields show no error.
  expect(errorTextAt('name')).toBeUndefined();
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('FORM-5: the error disappears once the field is corrected', async () => {
  await type('holder.email', 'gudrun');
  await leave('holder.email');
  expect(errorTextAt('holder.email')).toBeDefined();
  await type('holder.email', 'gudrun@example.is');
  expect(errorTextAt('holder.email')).toBeUndefined();
});

test('FORM-5: submitting touches every field; the summary takes focus and shows the same messages', async () => {
  await submit();
  expect(send).not.toHaveBeenCalled();
  const names = ['name', 'holder.email', 'holder.ssn', 'way'];
  const summary = document.querySelector('[role=alert]');
  expect(document.activeElement).toBe(summary);
  expect(
    [...(summary?.querySelectorAll('a') ?? [])].map(({ textContent, hash }) => [textContent, hash]),
  ).toEqual(names.map((name) => [errorTextAt(name), `#${input(name).id}`]));
  expect(errorTextAt('name')).toBe(required);
  // A corrected field is removed from the summary, and focus stays in the field.
  await type('name', 'Guðrún');
  expect(document.querySelectorAll('[role=alert] a')).toHaveLength(3);
  expect(document.activeElement).toBe(input('name'));
});

test('a summary whose errors are all corrected does not reappear or take focus before the next submit', async () => {
  await submit();
  await fill();
  expect(document.querySelector('[role=alert]')).toBeNull();
  await type('name', '');
  expect(errorTextAt('name')).toBe(required);
  expect(document.querySelector('[role=alert]')).toBeNull();
  await submit();
  expect(document.activeElement).toBe(document.querySelector('[role=alert]'));
});

test('FORM-1: while sending, a form ignores further submits and keeps its input', async () => {
  let answer = () => {};
  send.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await fill();
  await submit();
  await submit();
  expect(send).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledWith({
    name: 'Guðrún',
    holder: { email: 'gudrun@example.is', ssn: '120174-1429' },
    way: 'card',
  });
  expect(form.isSending).toBe(true);
  await act(async () => answer());
  expect(form.isSending).toBe(false);
  expect(input('name').value).toBe('Guðrún');
  await submit();
  expect(send).toHaveBeenCalledTimes(2);
});

test('FORM-5: what a script types and submits at once is checked as typed', async () => {
  await fill();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input('name'), '');
    input('name').dispatchEvent(new Event('input', { bubbles: true }));
    input('name').form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
  expect(send).not.toHaveBeenCalled();
  expect(errorTextAt('name')).toBe(required);
});

test('an API error is shown at its field and in the summary, and the input stays', async () => {
  await fill();
  await submit();
  await act(async () => form.setServerErrors({ 'holder.ssn': ['Kennitalan fannst ekki'] }));
  expect(errorTextAt('holder.ssn')).toBe('Kennitalan fannst ekki');
  expect(document.querySelector('[role=alert] a')?.textContent).toBe('Kennitalan fannst ekki');
  expect(document.activeElement).toBe(document.querySelector('[role=alert]'));
  expect(input('holder.ssn').value).toBe('120174-1429');
});

const pointer = (type: string, pointerType: string) =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }));

test('FORM-5: a field blurred by a mouse press shows its error after the mouse button is released', async () => {
  await type('name', 'A');
  await type('name', '');
  await act(async () => {
    pointer('pointerdown', 'mouse');
    input('name').blur();
  });
  expect(errorTextAt('name')).toBeUndefined();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => {
    pointer('pointerup', 'mouse');
    await vi.advanceTimersByTimeAsync(0);
  });
  vi.useRealTimers();
  expect(errorTextAt('name')).toBe(required);
});

test('FORM-5: a field blurred by a tap shows its error after the click, or after 300 ms if there is no click', async () => {
  await type('name', 'A');
  await type('name', '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  // On touch, focus moves between pointerup and click.
  const tap = (name: string) =>
    act(async () => {
      pointer('pointerdown', 'touch');
      pointer('pointerup', 'touch');
      await vi.advanceTimersByTimeAsync(50);
      input(name).blur();
    });
  await tap('name');
  await wait(50);
  expect(errorTextAt('name')).toBeUndefined();
  await act(async () => document.body.click());
  await wait(0);
  expect(errorTextAt('name')).toBe(required);

  await type('holder.email', 'gudrun');
  await tap('holder.email');
  await wait(249);
  expect(errorTextAt('holder.email')).toBeUndefined();
  await wait(2);
  vi.useRealTimers();
  expect(errorTextAt('holder.email')).toBeDefined();
});
