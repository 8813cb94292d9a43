// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { OtherStates } from './OtherStates.tsx';

const { queue } = vi.hoisted(() => ({ queue: { total: 0, states: [] as string[] } }));
vi.mock('../../engine/index.ts', () => import('../../engine/texts.ts'));
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({
    state: 'ready',
    data: {
      total: queue.total,
      items: queue.states.map((state) =>
        state === 'waiting' ? { state: 'open', waits: { returned: false } } : { state },
      ),
    },
  }),
}));

const onChoose = vi.fn();
const texts = createTranslator('is', staff);
let root: Root;
const show = (total: number, found: string[]) => {
  Object.assign(queue, { total, states: found });
  return act(async () =>
    root.render(
      <TextsContext value={texts}>
        <OtherStates query={{ whose: 'all', search: 'Guðrún' }} state="open" onChoose={onChoose} />
      </TextsContext>,
    ),
  );
};
const buttons = () => [...document.querySelectorAll('button')];

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onChoose.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('STAFF-6: a search that finds nothing in one state says how many cases it finds in the others, and shows them', async () => {
  await show(3, ['answered', 'closed', 'closed']);
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Svarað: 1', 'Lokið: 2']);
  await act(async () => buttons()[1]?.click());
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('closed');
});

test('DESK-5: a case that waits is offered as waiting, and not as open', async () => {
  await show(2, ['waiting', 'closed']);
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Í bið: 1', 'Lokið: 1']);
});

test('STAFF-6: where a search finds nothing at all, or more than can be told apart, no wrong number is shown', async () => {
  await show(0, []);
  expect(document.body.textContent).toBe('');
  await show(
    240,
    Array.from({ length: 100 }, () => 'closed'),
  );
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Öll mál: 240']);
});
