// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, descriptionOf, find, show } from '../testing/show.tsx';
import { Checkbox, CheckboxGroup, RadioGroup, Switch } from './Choice.tsx';

const options = [
  { value: 'card', label: 'Kort', hint: 'Skuldfært á gjalddaga' },
  { value: 'account', label: 'Reikningur' },
];

test('one of several: a group with a name, one of which is chosen, and the first has the field’s id', async () => {
  const onChange = vi.fn<(value: string) => void>();
  await show(
    <RadioGroup
      id="method"
      label="Greiðsluleið"
      options={options}
      value="card"
      onChange={({ target }) => onChange(target.value)}
    />,
  );
  expect(find('legend').textContent.trim()).toBe('Greiðsluleið');
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  expect(radios.map(({ name, id, checked }) => [name, id, checked])).toEqual([
    ['method', 'method', true],
    ['method', '', false],
  ]);
  await click(find('label', 'Reikningur'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('account');
});

test('several of several: each click adds or removes its value', async () => {
  const onChange = vi.fn<(values: string[]) => void>();
  const group = (values: string[]) => (
    <CheckboxGroup id="cause" label="Orsök" options={options} values={values} onChange={onChange} />
  );
  await show(group(['card']));
  const box = (value: string) => find<HTMLInputElement>(`input[value=${value}]`);
  expect([box('card').checked, box('account').checked]).toEqual([true, false]);
  await click(box('account'));
  expect(onChange).toHaveBeenLastCalledWith(['card', 'account']);
  await show(group(['card', 'account']));
  await click(box('card'));
  expect(onChange).toHaveBeenLastCalledWith(['account']);
  expect(box('card').name, 'sent as a list').toBe('cause[]');
});

test('a group says what is wrong with it, and each of its inputs is invalid', async () => {
  await show(
    <RadioGroup label="Greiðsluleið" hint="Má breyta síðar" error="Veldu greiðsluleið" options={options} />,
  );
  expect(descriptionOf(find('fieldset'))).toMatch(/Má breyta síðar.*Veldu greiðsluleið/);
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(2);
});

test('a checkbox is for a form and a switch for a setting; both have label, hint and error', async () => {
  const onChange = vi.fn<(isChecked: boolean) => void>();
  await show(
    <>
      <Checkbox label="Senda kvittun" error="Staðfestu" defaultChecked />
      <Switch
        label="Rafræn skjöl"
        hint="Þú færð tölvupóst"
        onChange={({ target }) => onChange(target.checked)}
      />
    </>,
  );
  const setting = find<HTMLInputElement>('[role=switch]');
  expect(descriptionOf(setting)).toBe('Þú færð tölvupóst');
  await click(find('label', 'Rafræn skjöl'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  const box = find<HTMLInputElement>('input:not([role])');
  expect([box.checked, box.getAttribute('aria-invalid'), descriptionOf(box)]).toEqual([
    true,
    'true',
    'Staðfestu',
  ]);
});
