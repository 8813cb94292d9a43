// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OutboundReport, reportOf, reportOutbound } from './outbound-links.ts';

const origin = 'https://www.hofn.example';
let sent: OutboundReport[] = [];
let stop = (): void => {};

beforeEach(() => {
  sent = [];
  document.documentElement.dataset.consent = 'granted';
  document.body.innerHTML = `
    <a id="out" href="https://logreglan.example/skyrsla?kt=1#x"><b>út</b></a>
    <a id="own" href="${origin}/arsskyrsla/tryggingar">eigin</a>
    <a id="phone" href="tel:+3545605000">sími</a>
    <p id="text">texti</p>`;
  stop = reportOutbound(document, origin, (report) => void sent.push(report));
});
afterEach(() => stop());

const press = (selector: string, type = 'click', button = 0): MouseEvent => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button });
  document.querySelector(selector)?.dispatchEvent(event);
  return event;
};

test('LINK-5: a link out of the site is reported with host and path only', () => {
  const event = press('#out b');
  expect(sent).toEqual([{ kind: 'outbound', host: 'logreglan.example', path: '/skyrsla' }]);
  expect(event.defaultPrevented).toBe(false);
  press('#out', 'auxclick', 1);
  expect(sent).toHaveLength(2);
});

test.each([
  ['a page of ours', '#own', 'click', 0],
  ['a telephone number', '#phone', 'click', 0],
  ['no link', '#text', 'click', 0],
  ['a link that the right button opens a menu on', '#out', 'auxclick', 2],
])('LINK-5: %s is not reported', (_, selector, type, button) => {
  press(selector, type, button);
  expect(sent).toEqual([]);
  press('#out');
  expect(sent).toHaveLength(1);
});

test('LINK-5: nothing is reported without consent, or after it is withdrawn', () => {
  document.documentElement.dataset.consent = 'refused';
  press('#out');
  delete document.documentElement.dataset.consent;
  press('#out');
  expect(sent).toEqual([]);
  document.documentElement.dataset.consent = 'granted';
  press('#out');
  expect(sent).toHaveLength(1);
});

test('LINK-5: a long path is cut', () => {
  expect(reportOf(`https://a.example/${'b'.repeat(3000)}`, origin)?.path).toHaveLength(200);
  expect(reportOf('not an address', origin)).toBeUndefined();
});
