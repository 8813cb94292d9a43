// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, descriptionOf, fill, fillAndLeave, find, show } from '../testing/show.tsx';
import { SearchField, SelectField, TextField } from './Field.tsx';
import { KennitalaField, MoneyField, PhoneField } from './FormattedField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextArea } from './TextArea.tsx';

const input = () => find<HTMLInputElement>('input');

test('a label focuses its field; hint, error and unit describe it; an optional one says so', async () => {
  await show(
    <TextField
      id="mobile"
      label="Farsími"
      optional="(valkvætt)"
      hint="Við hringjum"
      error="Sjö stafir"
      unit="kr."
    />,
  );
  expect(find<HTMLLabelElement>('label').htmlFor).toBe('mobile');
  expect(find('label').textContent).toBe('Farsími (valkvætt)');
  expect(descriptionOf(input())).toBe('Við hringjum Sjö stafir kr.');
  expect(input().getAttribute('aria-invalid')).toBe('true');
});

test('native attributes reach the input', async () => {
  await show(<TextField label="Nafn" name="name" required disabled autoComplete="name" />);
  const { name, required, disabled, autocomplete } = input();
  expect([name, required, disabled, autocomplete]).toEqual(['name', true, true, 'name']);
});

test('a search field has its label also as placeholder, and its key says search', async () => {
  await show(<SearchField label="Leita í tryggingum" />);
  expect(input().placeholder).toBe('Leita í tryggingum');
  expect(find<HTMLLabelElement>('label').htmlFor).toBe(input().id);
  expect([input().type, input().getAttribute('enterkeyhint')]).toEqual(['search', 'search']);
});

test('a select shows its choices and tells which is chosen', async () => {
  const onChange = vi.fn<(value: string) => void>();
  await show(
    <SelectField
      label="Erindi"
      options={[
        { value: 'claims', label: 'Tjón' },
        { value: 'sales', label: 'Sala' },
      ]}
      defaultValue="claims"
      onChange={({ target }) => onChange(target.value)}
    />,
  );
  const select = find<HTMLSelectElement>('select');
  expect([...select.options].map(({ text }) => text)).toEqual(['Tjón', 'Sala']);
  select.value = 'sales';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('sales');
});

test.each([
  ['a kennitala', <KennitalaField key="k" label="Kennitala" />, '120174 1429', '120174-1429', '12017'],
  ['a telephone number', <PhoneField key="p" label="Sími" />, '560-5000', '560 5000', '12'],
  ['an amount', <MoneyField key="m" label="Verð" language="is" unit="kr." />, '1500000', '1.500.000', '12,5'],
])(
  '%s is written in its form when the field is left, and kept as it is when it has none',
  async (_, field, typed, shown, wrong) => {
    await show(field);
    expect(await fillAndLeave(input(), typed)).toBe(shown);
    expect(await fillAndLeave(input(), wrong)).toBe(wrong);
  },
);

test('a password is shown on request, and its button says so', async () => {
  await show(<PasswordField label="Lykilorð" showLabel="Sýna lykilorð" />);
  const button = find('button');
  expect([input().type, button.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  await click(button);
  expect([input().type, button.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  expect(button.getAttribute('aria-controls')).toBe(input().id);
});

test('a long text is counted but never cut, and announced only near its end', async () => {
  const counter = { most: 30, text: (used: number, most: number) => `${used}/${most}` };
  await show(<TextArea label="Lýsing" counter={counter} />);
  const area = find<HTMLTextAreaElement>('textarea');
  await fill(area, 'a'.repeat(5));
  expect([descriptionOf(area), find('[role=status]').textContent]).toEqual(['5/30', '']);
  await fill(area, 'a'.repeat(35));
  expect([descriptionOf(area), find('[role=status]').textContent]).toEqual(['35/30', '35/30']);
  expect(area.value).toHaveLength(35);
});
