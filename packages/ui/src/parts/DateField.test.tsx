// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fill, find, focus, press, show } from '../testing/show.tsx';
import { DateField } from './DateField.tsx';
import { DayGrid } from './DayGrid.tsx';

const onChange = vi.fn<(day: string) => void>();

const Example = ({ at = '', error }: { at?: string; error?: string }) => {
  const [day, setDay] = useState(at);
  return (
    <DateField
      id="loss"
      label="Tjónsdagur"
      hint="Áætlaður dagur dugar"
      language="is"
      value={day}
      error={error}
      onChange={(next) => {
        onChange(next);
        setDay(next);
      }}
    />
  );
};
const parts = () => [...document.querySelectorAll('input')];
const part = (index: number) => {
  const input = parts()[index];
  if (!input) throw new Error(`there is no part ${index}`);
  return input;
};

test('HOLD-19: a date is typed in three parts, and stays as it is typed', async () => {
  onChange.mockClear();
  await show(<Example />);
  for (const [index, text] of ['8', '01', '2026'].entries()) await fill(part(index), text);
  expect(onChange).toHaveBeenLastCalledWith('2026-01-08');
  expect(parts().map(({ value }) => value)).toEqual(['8', '01', '2026']);
});

test('a whole date in one part fills all three, and the focus goes to the last', async () => {
  onChange.mockClear();
  await show(<Example />);
  await focus(part(0));
  await fill(part(0), '8.11.2026');
  expect(onChange).toHaveBeenLastCalledWith('2026-11-08');
  expect(document.activeElement).toBe(part(2));
});

test('with an error, only the parts that are wrong are invalid, and the first of them has the field’s id', async () => {
  await show(<Example at="2026-02-30" error="Þessi dagur er ekki til" />);
  const wrong = parts().filter((input) => input.getAttribute('aria-invalid') === 'true');
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong[0]?.id).toBe('loss');
  expect(find('fieldset').textContent).toContain('Áætlaður dagur dugar. ');
});

const dayOf = () => document.activeElement?.getAttribute('data-day');
const showGrid = (chosen: (day: string) => void = () => {}) =>
  show(
    <DayGrid
      language="is"
      value="2026-11-08"
      today="2026-11-22"
      min="2026-10-05"
      max="2026-11-22"
      onChange={chosen}
    />,
  );

test.each([
  ['ArrowRight', {}, '2026-11-09'],
  ['ArrowLeft', {}, '2026-11-07'],
  ['ArrowDown', {}, '2026-11-15'],
  ['ArrowUp', {}, '2026-11-01'],
  ['Home', {}, '2026-11-02'],
  ['End', {}, '2026-11-08'],
  ['PageUp', {}, '2026-10-08'],
  ['PageDown', {}, '2026-11-22'],
  ['PageUp', { shiftKey: true }, '2026-10-05'],
] as const)('a calendar: %s %o moves the focus to %s, no further than its limits', async (key, more, day) => {
  await showGrid();
  expect(dayOf()).toBe('2026-11-08');
  expect(await press(key, more)).toBe(false);
  expect(dayOf()).toBe(day);
  expect(document.querySelectorAll('[data-day][tabindex="0"]'), 'one tab stop').toHaveLength(1);
});

test('a calendar marks today and the chosen day; a day outside its limits cannot be chosen', async () => {
  const chosen = vi.fn<(day: string) => void>();
  await showGrid(chosen);
  expect(find('[aria-current=date]').dataset.day).toBe('2026-11-22');
  expect(find('[aria-pressed=true]').dataset.day).toBe('2026-11-08');
  find('[data-day="2026-11-23"]').click();
  find('[data-day="2026-11-10"]').click();
  expect(chosen.mock.calls).toEqual([['2026-11-10']]);
});

test('the buttons for other months leave the focus on themselves', async () => {
  await showGrid();
  const next = find('button[aria-label]:not([data-day])');
  await focus(next);
  next.click();
  expect(document.activeElement).toBe(next);
});
