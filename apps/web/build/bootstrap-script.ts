import { chatStorageKey } from '../src/chat/stored-chat.ts';
import { embeddedPageId, failureEvent, failureId, interactionEvent } from '../src/engine/embedded-page.ts';
import { chatHash, inquiryHash, promptAfter } from '../src/shell/help-state.ts';
import { consentEvent } from '../src/shell/visitor-choices.ts';

/**
 * The inline module at the end of every document. It is identical everywhere, so that one hash in the content security
 * policy allows it. It is a module because a classic script would block the parser, and so the first layout, until the
 * style sheet has loaded. Public pages hydrate at the visitor's first interaction, or 1.5 s after load when the browser
 * is idle, so no module loads before the largest contentful paint. Portal pages, which show nothing until their data
 * arrives, hydrate one frame after parsing. `data-sign` on the root element, and an event, report the first
 * interaction, which loads the navigation code. Link counting is loaded only with consent; the service worker is
 * registered after hydration, when the browser is idle again.
 *
 * Elements that fail to load or render dispatch an event. On pages rendered only in the browser, a notice with a retry
 * replaces the content; elsewhere the server's markup stays, below the notice if the event requests one (rule HOLD-1).
 *
 * Zod's probe for `eval` is disabled: the content security policy forbids `eval`, so the browser would report a
 * violation. Browsers without native popovers and dialogs load the polyfills at once, and clicks are queued until then,
 * so that the first click is not lost (rule HOLD-20).
 *
 * A form with `data-held` that is submitted before hydration is submitted again after it, because React replays no
 * submits; if the scripts cannot be loaded, the browser submits it.
 *
 * Help loads on demand: on a click on `data-help` (captured, because React swallows clicks on dehydrated markup), on a
 * hash, after scrolling far down, and if this tab has an open chat.
 */
export const bootstrapScript = `
self.__zod_globalConfig = { jitless: true };
const page = JSON.parse(document.getElementById('${embeddedPageId}').textContent);
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
  dispatchEvent(new Event('${interactionEvent}'));
  begin();
};
if (page.hydrate === 'now') requestAnimationFrame(() => setTimeout(act));
else {
  for (const sign of ['pointerover', 'pointerdown', 'keydown', 'touchstart'])
    addEventListener(sign, act, { once: true, capture: true, passive: true });
  addEventListener('load', () => whenIdle(begin), { once: true });
}
const root = document.documentElement;
addEventListener('submit', (event) => {
  const form = event.target;
  if (root.dataset.live !== undefined || form.dataset.held === undefined) return;
  event.preventDefault();
  const live = new MutationObserver(() => {
    live.disconnect();
    form.requestSubmit();
  });
  live.observe(root, { attributeFilter: ['data-live'] });
  addEventListener('${failureEvent}', () => form.submit());
  act();
}, true);
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
try { kept = sessionStorage.getItem('${chatStorageKey}'); } catch {}
if (kept) help('resume');
atHash();
`;
