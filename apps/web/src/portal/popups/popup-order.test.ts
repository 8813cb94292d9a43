import type { User } from '@hofn/contracts';
import type { Popup } from '@hofn/contracts/popups.ts';
import { expect, test } from 'vitest';
import { candidateOf, type Deciding, popupToShow } from './popup-order.ts';

const lacking = {
  ssn: '1402851489',
  currentProxyUser: { value: '1402851489' },
  paymentMethod: { ccardInfo: null },
  bankInfo: null,
  popupinfo: { showPopup: true },
} as User;
const all = { card: true, bank: true, contact: true };
const shown = (given: Partial<Deciding> = {}, hidden: readonly Popup[] = []) =>
  popupToShow({
    isStaff: false,
    rests: false,
    user: lacking,
    isHidden: (popup) => hidden.includes(popup),
    checked: all,
    ...given,
  });

test('PAY-19: card, then bank, then contact, one at a time, and the card only when none is registered', () => {
  expect(shown()).toBe('card');
  expect(shown({}, ['card'])).toBe('bank');
  expect(shown({}, ['card', 'bank'])).toBe('contact');
  expect(shown({}, ['card', 'bank', 'contact'])).toBeUndefined();
  const ccardInfo = { cardNumberMasked: '•••• 4242', expires: '08/29', brand: 'Visa' };
  expect(shown({ user: { ...lacking, paymentMethod: { ccardInfo } } })).toBe('bank');
});

test('PAY-13a: the contact popup comes when popupinfo says so', () => {
  const user = { ...lacking, popupinfo: { ...lacking.popupinfo, showPopup: false } };
  expect(shown({ user }, ['card', 'bank'])).toBeUndefined();
});

test('PAY-14: what was hidden in the visit stays hidden, though checkpopup would show it', () => {
  expect(shown({ checked: { card: true, bank: false, contact: false } }, ['card'])).toBeUndefined();
});

test('a popup waits for checkpopup, and no later one goes before it', () => {
  expect(shown({ checked: {} })).toBeUndefined();
  expect(shown({ checked: { bank: true, contact: true } })).toBeUndefined();
  expect(shown({ checked: { card: false, bank: true } })).toBe('bank');
  const waiting = { isStaff: false, rests: false, user: lacking, isHidden: () => false, checked: {} };
  expect(candidateOf(waiting)).toBe('card');
});

test('PAY-11a, PAY-12, PAY-13a, STAFF-7: none in the staff portal, none while acting for another, none before one is known', () => {
  expect(shown({ isStaff: true })).toBeUndefined();
  const proxied = { ...lacking, currentProxyUser: { ...lacking.currentProxyUser, value: '0303831459' } };
  for (const hidden of [[], ['card'], ['card', 'bank']] as Popup[][])
    expect(shown({ user: proxied }, hidden)).toBeUndefined();
  expect(shown({ user: undefined })).toBeUndefined();
  expect(shown({ rests: true })).toBeUndefined();
});
