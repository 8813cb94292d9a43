import { describe, expect, test } from 'vitest';
import { type HelpAction, type HelpState, helpAtStart, helpReducer } from './help-state.ts';

const at = (changes: Partial<HelpState>): HelpState => ({ ...helpAtStart, ...changes });
const scrolled = (y: number, height = 921): HelpAction => ({ type: 'scrolled', y, height });

describe('HELP-4a: one modal at a time', () => {
  const modals = ['assistant', 'chat', 'inquiry'] as const;
  test.each(modals.flatMap((open) => modals.map((next) => [open, next] as const)))(
    'HELP-4a: %s is open and %s replaces it; closing resets to none',
    (open, next) => {
      const then = helpReducer(at({ modal: open }), { type: 'opened', modal: next });
      expect(then.modal).toBe(next);
      // The replaced window reports its close later; the new one stays.
      if (open !== next) expect(helpReducer(then, { type: 'closed', modal: open }).modal).toBe(next);
      expect(helpReducer(then, { type: 'closed', modal: next }).modal).toBe('none');
    },
  );
});

test.each([
  [0, 'hidden', false],
  [800, 'hidden', false],
  [801, 'attention', true],
] as const)('HELP-5a: scrolled %i px down for the first time the prompt is %s', (y, status, triggered) => {
  expect(helpReducer(at({}), scrolled(y))).toEqual(at({ status, triggered }));
  expect(helpReducer(at({}), scrolled(y, 2000)).status).toBe(status);
});

test.each([
  [920, 'attention'],
  [921, 'hidden'],
] as const)(
  'HELP-5b: once triggered, after scrolling again in a window %i px high, the prompt is %s',
  (height, status) => {
    expect(helpReducer(at({ triggered: true }), scrolled(801, height)).status).toBe(status);
  },
);

test('HELP-5b: after a click the prompt never appears again', () => {
  for (const height of [600, 920, 921])
    for (const triggered of [false, true])
      expect(helpReducer(at({ clicked: true, triggered }), scrolled(5000, height)).status).toBe('hidden');
});
