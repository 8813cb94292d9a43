// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { fillAndLeave, find, focus, show } from '../testing/show.tsx';
import { BankAccountField } from './BankAccountField.tsx';

beforeEach(() =>
  show(
    <BankAccountField
      id="account"
      label="Bankareikningur"
      bank={{ label: 'Banki' }}
      ledger={{ label: 'Höfuðbók' }}
      account={{ label: 'Reikningsnúmer', error: 'Sex stafir' }}
    />,
  ),
);

const inputs = () => [...document.querySelectorAll('input')];
const values = () => inputs().map(({ value }) => value);
/** Types one character at the end, as the browser reports it. */
const type = (input: HTMLInputElement, character: string) =>
  act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, input.value + character);
    input.setSelectionRange(input.value.length, input.value.length);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: character }));
  });

test('PAY-2: typing takes only digits, goes on to the next part when one is full, and adds no more to it', async () => {
  const [bank, ledger] = inputs();
  if (!bank || !ledger) throw new Error('it has three parts');
  await focus(bank);
  for (const character of '01a33') await type(bank, character);
  expect(bank.value).toBe('0133');
  expect(document.activeElement).toBe(ledger);
  await focus(bank);
  await type(bank, '9');
  expect(bank.value).toBe('0133');
});

test('a part is filled up with zeros when it is left', async () => {
  const [bank] = inputs();
  if (!bank) throw new Error('it has three parts');
  expect(await fillAndLeave(bank, '133')).toBe('0133');
});

test('a whole account that is filled in is split into its parts; half of one stays, to be shown as wrong', async () => {
  const [bank] = inputs();
  if (!bank) throw new Error('it has three parts');
  await fillAndLeave(bank, '0133-26-004410');
  expect(values()).toEqual(['0133', '26', '004410']);
});

test('an error of one part is shown above all three, and only that part is invalid', () => {
  expect(find('fieldset').textContent).toContain('Sex stafir');
  expect(inputs().map((input) => input.getAttribute('aria-invalid'))).toEqual([null, null, 'true']);
  expect(inputs()[0]?.id, 'the summary of errors links to the first part').toBe('account');
});
