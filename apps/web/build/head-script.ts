import { consentDays, consentEvent, visitNames } from '../src/shell/visitor-choices.ts';

/**
 * The script in every document's head, which runs before the first paint: theme, headless mode and cookie choice become
 * attributes of the root element, for the style sheets. It also handles clicks on `data-choose-consent`, so that the
 * choice works before hydration; captured, because React swallows clicks on dehydrated markup. Identical in every
 * document, so that the content security policy allows it by one hash. If storage is blocked, choices last until the
 * document is left.
 */
export const headScript = `(() => {
const root = document.documentElement;
const use = (store, act) => { try { return act(self[store]); } catch { return null; } };
const read = (store, name) => use(store, (kept) => kept.getItem(name)) ?? '';
const theme = read('localStorage', '${visitNames.theme}');
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
const headless = new URLSearchParams(location.search).get('headless');
if (headless === 'true') use('sessionStorage', (kept) => kept.setItem('${visitNames.headless}', 'true'));
if (headless === 'false') use('sessionStorage', (kept) => kept.removeItem('${visitNames.headless}'));
if (headless === 'true' || (headless !== 'false' && read('sessionStorage', '${visitNames.headless}') === 'true'))
  root.dataset.headless = '';
const [choice, until] = read('localStorage', '${visitNames.consent}').split(' ');
const chosen = (choice === 'granted' || choice === 'refused') && until > new Date().toISOString();
if (chosen) root.dataset.consent = choice;
else root.dataset.asking = '';
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-choose-consent]');
  if (!button) return;
  const wanted = button.dataset.chooseConsent;
  if (wanted === 'ask') {
    root.dataset.asking = '';
    document.querySelector('[data-choose-consent=refused]')?.focus();
    return;
  }
  root.dataset.consent = wanted;
  delete root.dataset.asking;
  const end = new Date(Date.now() + ${consentDays} * 864e5).toISOString();
  use('localStorage', (kept) => kept.setItem('${visitNames.consent}', wanted + ' ' + end));
  document.querySelector('[data-choose-consent=ask]')?.focus({ preventScroll: true });
  dispatchEvent(new Event('${consentEvent}'));
}, true);
})();`;
