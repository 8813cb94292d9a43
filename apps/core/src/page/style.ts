import { style as base } from '@hofn/service/pages.ts';

/**
 * Replaces the parts of the page that have changed, within a second. A part that has the focus, or an open form, stays as
 * it is.
 */
export const script = `let shownMark;
for (const form of document.querySelectorAll('[data-slow]')) form.addEventListener('submit', () => {
  const passing = document.getElementById('passing');
  passing.textContent = passing.dataset.text;
  for (const button of document.querySelectorAll('[data-slow] button')) button.setAttribute('aria-disabled', 'true');
});
const isBusy = (part) => part.contains(document.activeElement) || part.querySelector('details[open]') !== null;
const refresh = async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.href, { cache: 'no-store' })).text(), 'text/html');
  let isComplete = true;
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = page.getElementById(part.id);
    if (!fresh || fresh.innerHTML === part.innerHTML) continue;
    if (isBusy(part)) isComplete = false;
    else part.innerHTML = fresh.innerHTML;
  }
  return isComplete;
};
const poll = async () => {
  try {
    const response = await fetch('/mark', { cache: 'no-store' });
    const mark = await response.text();
    if (response.ok && (mark === shownMark || await refresh())) shownMark = mark;
  } catch {}
  setTimeout(poll, 1000);
};
poll();
`;

/** Styles of the core's pages. */
export const style = `${base}
main { max-width: 76rem; }
h2 { margin-block: var(--space-5) var(--space-2); font-size: 1.375rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1.125rem; }
h4 { margin-block: var(--space-3) 0; font-size: 1rem; }
ul, ol { padding-inline-start: 1.25rem; }
.hint { color: var(--muted); }
.calendar { padding: var(--space-4); border-radius: 8px; background: var(--fjord); }
.calendar h2 { margin-block-start: 0; }
.calendar .hint { color: inherit; }
.today { font-size: 1.25rem; }
.acts { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: start; }
.rule { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); align-items: center; }
.rule p { margin: 0; }
.cards { list-style: none; padding: 0; display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
.card { min-inline-size: 0; padding: var(--space-4); border: 1px solid var(--line); border-radius: 8px; background: var(--mist); overflow-wrap: anywhere; }
details[open] { flex-basis: 100%; }
.scroll + details { margin-block-start: var(--space-3); }
details + details { margin-block-start: var(--space-2); }
button, summary { box-sizing: border-box; min-block-size: 44px; padding: var(--space-2) var(--space-4); border: 1px solid var(--button); border-radius: 4px; background: var(--button); color: var(--button-ink); font: inherit; cursor: pointer; }
summary, button.second { display: inline-block; background: var(--surface); color: var(--link); }
button[aria-disabled=true] { opacity: 0.6; pointer-events: none; }
textarea, input { box-sizing: border-box; inline-size: 100%; padding: var(--space-2) var(--space-3); border: 1px solid var(--edge); border-radius: 4px; background: var(--surface); color: var(--ink); font: inherit; }
label { display: block; font-weight: 600; }
.scroll { overflow-x: auto; }
.scroll table { table-layout: auto; }
.scroll th, .scroll td { overflow-wrap: normal; vertical-align: top; }
.scroll th[scope=row] { min-inline-size: 7rem; overflow-wrap: break-word; }
input { max-inline-size: 24rem; min-block-size: 44px; }
.scroll ul, .scroll p { margin-block: 0 var(--space-1); }
.scroll + h3 { margin-block-start: var(--space-4); }
thead th { color: var(--muted); }
.logs { display: grid; gap: 0 var(--space-5); grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
.logs > section { min-inline-size: 0; }
.log { max-block-size: 30rem; overflow-y: auto; border-block: 1px solid var(--line); }
.log ol { list-style: none; margin: 0; padding: 0; }
.log li { padding-block: var(--space-2); border-block-end: 1px solid var(--line); overflow-wrap: anywhere; }
.data { color: var(--muted); font-size: 0.875rem; }
@media (width < 40rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dt { color: var(--muted); }
  dd { margin-block-end: var(--space-3); }
}
.refused, .trouble { color: var(--danger); font-weight: 600; }
.for { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 3px solid var(--focus-ring); outline-offset: 2px; box-shadow: 0 0 0 5px var(--focus-halo); }
`;
