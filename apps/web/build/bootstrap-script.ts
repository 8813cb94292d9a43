import { keptName } from '../src/chat/stored-chat.ts';
import { embeddedId, failureEvent, failureId, signEvent } from '../src/engine/embedded-page.ts';
import { chatHash, inquiryHash, promptAfter } from '../src/shell/help-state.ts';
import { consentEvent } from '../src/shell/visitor-choices.ts';

/**
 * The inline module that ends a document, the same in every document so that the content policy allows it by one hash.
 * A classic script would hold the parser up until the style sheet has come, and a phone's first layout with it.
 * A page to read starts its browser half at the visitor's first sign, or 1.5 s after load when the browser is idle:
 * before the largest paint there is no module at all. Clicks on links are counted only with consent: what counts them is
 * not even loaded before. A page with nothing to read before its data starts at once, one frame after the document has
 * been parsed. `data-sign` on the root element, and an event, say that the reader has acted, so that what it takes to leave
 * the page is worth loading. The service worker comes when the browser half is there and all is idle again: nothing is
 * held up by it.
 *
 * What fails to load or render says so by an event. Where content comes by script alone, a notice with a retry takes its
 * place; elsewhere the server's content stays, below the notice where that was asked for (rule HOLD-1).
 *
 * Keeps the validation library from testing whether it may compile code: the content policy refuses that, and the browser would report it.
 * A browser that lacks what opens and closes menus and dialogs loads that at once, and each press waits for it: the first
 * one is not lost, whatever else has come (rule HOLD-20).
 *
 * Help is loaded when it is asked for: by a press on what has `data-help`, captured, for React stops clicks on markup that
 * still sleeps; by the address; by scrolling far; and by a chat that this tab has begun.
 */
export const bootstrapScript = `
self.__zod_globalConfig = { jitless: true };
const page = JSON.parse(document.getElementById('${embeddedId}').textContent);
let begun = false;
const count = () => {
  if (begun && document.documentElement.dataset.consent === 'granted') import(page.chunks['shell/outbound']).catch(() => {});
};
addEventListener('${consentEvent}', count);
addEventListener('${failureEvent}', ({ target }) => {
  const notice = document.getElementById('${failureId}').content.cloneNode(true);
  notice.querySelector('button').onclick = () => location.reload();
  if (page.hydrate === 'now') document.querySelector('main').replaceChildren(notice);
  else if (target !== window) target.prepend(notice);
});
const whenIdle = (run) => setTimeout(() => (self.requestIdleCallback ?? setTimeout)(run), 1500);
const begin = () => {
  if (begun) return;
  begun = true;
  for (const href of page.modules) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  const offline = page.chunks['offline/page'];
  import(page.entry).catch((error) => {
    console.error(error);
    dispatchEvent(new Event('${failureEvent}'));
  }).finally(() => whenIdle(() => offline && import(offline).catch(() => {})));
  count();
};
const act = () => {
  document.documentElement.dataset.sign = '';
  dispatchEvent(new Event('${signEvent}'));
  begin();
};
if (page.hydrate === 'now') requestAnimationFrame(() => setTimeout(act));
else {
  for (const sign of ['pointerover', 'pointerdown', 'keydown', 'touchstart'])
    addEventListener(sign, act, { once: true, capture: true, passive: true });
  addEventListener('load', () => whenIdle(begin), { once: true });
}
const root = document.documentElement;
const parts = {};
let failures = 0;
const load = (name) => parts[name] ??= import(page.chunks[name] + (failures ? '?retry=' + failures : '')).catch((error) => {
  delete parts[name];
  failures += 1;
  throw error;
});
if (!('command' in HTMLButtonElement.prototype && 'closedBy' in HTMLDialogElement.prototype)) {
  const press = (event) => load('shell/older-browsers').then((part) => event && part.press(event), () => {});
  addEventListener('click', press, true);
  press();
}
const help = (sign, away) => {
  if (root.dataset.headless === undefined && page.chunks['shell/help'])
    load('shell/help').then((part) => part.help(sign), () => {
      if (away) location.assign(away);
      else if (sign === 'chat' || location.hash === '${chatHash}') root.dataset.chat = navigator.onLine ? 'failed' : 'offline';
    });
};
addEventListener('click', (event) => {
  const { target } = event;
  const hit = target instanceof Element && target.closest('[data-help],a[href$="${chatHash}"],a[href$="${inquiryHash}"]');
  if (!hit) return;
  const sign = hit.dataset.help ?? (hit.hash === '${chatHash}' ? 'chat' : 'inquiry');
  if (hit.dataset.help !== 'inquiry') return help(sign);
  if (event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  help(sign, hit.href);
}, true);
const atHash = () => ['${chatHash}', '${inquiryHash}'].includes(location.hash) && help('hash');
addEventListener('hashchange', atHash);
let far = false;
addEventListener('scroll', () => {
  if (scrollY > ${promptAfter} === far) return;
  far = !far;
  help('scrolled');
}, { passive: true });
let kept = null;
try { kept = sessionStorage.getItem('${keptName}'); } catch {}
if (kept) help('resume');
atHash();
`;
