import type { User } from '@hofn/contracts';
import type { Popup } from '@hofn/contracts/popups.ts';
import { expect, test } from 'vitest';
import { nextPopup, type PopupState, popupToShow } from './popup-order.ts';

const emptyUser = {
  ssn: '1402851489',
  currentProxyUser: { value: '1402851489' },
  paymentMethod: { ccardInfo: null },
  bankInfo: null,
  popupinfo: { showPopup: true },
} as User;
const allChecked = { card: true, bank: true, contact: true };
const popupFor = (overrides: Partial<PopupState> = {}, hidden: readonly Popup[] = []) =>
  popupToShow({
    isStaff: false,
    isSuppressed: false,
    user: emptyUser,
    isHidden: (popup) => hidden.includes(popup),
    checked: allChecked,
    ...overrides,
  });

test('PAY-19: card, then bank, then contact, one at a time, and the card only when none is registered', () => {
  expect(popupFor()).toBe('card');
  expect(popupFor({}, ['card'])).toBe('bank');
  expect(popupFor({}, ['card', 'bank'])).toBe('contact');
  expect(popupFor({}, ['card', 'bank', 'contact'])).toBeUndefined();
  const ccardInfo = { cardNumberMasked: '•••• 4242', expires: '08/29', brand: 'Visa' };
  expect(popupFor({ user: { ...emptyUser, paymentMethod: { ccardInfo } } })).toBe('bank');
});

test('PAY-13a: the contact popup is shown when popupinfo asks for it', () => {
  const user = { ...emptyUser, popupinfo: { ...emptyUser.popupinfo, showPopup: false } };
  expect(popupFor({ user }, ['card', 'bank'])).toBeUndefined();
});

test('PAY-14: a popup hidden for the visit stays hidden even if checkpopup would show it', () => {
  expect(popupFor({ checked: { card: true, bank: false, contact: false } }, ['card'])).toBeUndefined();
});

test('a popup waits for checkpopup, and no later popup overtakes it', () => {
  expect(popupFor({ checked: {} })).toBeUndefined();
  expect(popupFor({ checked: { bank: true, contact: true } })).toBeUndefined();
  expect(popupFor({ checked: { card: false, bank: true } })).toBe('bank');
  const waiting = {
    isStaff: false,
    isSuppressed: false,
    user: emptyUser,
    isHidden: () => false,
    checked: {},
  };
  expect(nextPopup(waiting)).toBe('card');
});

test('PAY-11a, PAY-12, PAY-13a, STAFF-7: no popup in the staff portal, while acting for someone else, or before the user is known', () => {
  expect(popupFor({ isStaff: true })).toBeUndefined();
  const proxied = { ...emptyUser, currentProxyUser: { ...emptyUser.currentProxyUser, value: '0303831459' } };
  for (const hidden of [[], ['card'], ['card', 'bank']] as Popup[][])
    expect(popupFor({ user: proxied }, hidden)).toBeUndefined();
  expect(popupFor({ user: undefined })).toBeUndefined();
  expect(popupFor({ isSuppressed: true })).toBeUndefined();
});
