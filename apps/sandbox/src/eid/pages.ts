import { style as base, frame } from '@hofn/service/pages.ts';
import { formatTime, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { texts } from '../texts.ts';
import { codeOf, type PhoneRequest, type PhoneState } from './requests.ts';

const stateKey = {
  confirmed: 'phone|confirmed',
  refused: 'phone|refused',
  ranOut: 'phone|ranOut',
} as const satisfies Record<Exclude<PhoneState, 'waiting'>, string>;

type RequestState = { request: PhoneRequest; state: PhoneState; isRevoked: boolean };

const waiting = (
  language: Language,
  { request: { id, person, method, message, sha256, endsAt }, isRevoked }: RequestState,
): string => {
  const t = texts[language];
  const until = formatTime(language, endsAt);
  const button = (act: 'confirm' | 'refuse' | 'revoke' | 'restore') =>
    `<form method="post" action="/requests/${id}/${act}?lang=${language}"><button class="${act}">${t(`phone|${act}`)}<span class="for">: ${escapeHtml(person.name)}</span></button></form>`;
  return `<li class="request"><h2>${escapeHtml(person.name)}</h2>
<p class="on">${t(method === 'sim' ? 'phone|onSim' : 'phone|onApp')}</p>
<p class="message">${escapeHtml(message)}</p>
<p>${t('phone|code')} <strong class="code">${codeOf(sha256)}</strong></p>
<p class="on">${t('phone|until', { time: until })}</p>
<div class="acts">${button('confirm')}${button('refuse')}</div>
${isRevoked ? `<p>${t('phone|revoked')}</p>` : ''}
<div class="acts">${button(isRevoked ? 'restore' : 'revoke')}</div></li>`;
};

/** The phones of all demo people: waiting requests first, then the answered ones. */
export const phonePage = (language: Language, requests: readonly RequestState[]): string => {
  const t = texts[language];
  const open = requests.filter(({ state }) => state === 'waiting');
  const ended = requests.flatMap(({ request, state }) => (state === 'waiting' ? [] : [{ request, state }]));
  const lines = ended.map(
    ({ request: { person, message, startedAt }, state }) =>
      `<p><strong>${escapeHtml(person.name)}</strong><br>${escapeHtml(message)}<br><span class="on">${formatTime(language, startedAt)}: ${t(stateKey[state])}</span></p>`,
  );
  const list = `<h2>${t('phone|ended')}</h2>${lines.join('')}`;
  return frame(
    language,
    t('phone|title'),
    '/',
    `<p>${t('phone|lead')}</p>
<p><a href="/?lang=${language}">${t('phone|again')}</a></p>
${open.length > 0 ? `<ul class="requests">${open.map((request) => waiting(language, request)).join('')}</ul>` : `<p class="none">${t('phone|none')}</p>`}
${lines.length > 0 ? list : ''}`,
    '<script src="/phone.js" type="module"></script>',
  );
};

/** A compact fingerprint of the page's state. */
export const markOf = (requests: readonly RequestState[]): string =>
  requests.map(({ request, state, isRevoked }) => `${request.id} ${state} ${isRevoked}`).join('\n');

/** Reloads the page within a second of a change; without scripts there is a link that reloads. */
export const script = `let shownMark;
let isSubmitting = false;
// Don't abort a submission by reloading.
addEventListener('submit', () => { isSubmitting = true; });
const poll = async () => {
  try {
    const response = await fetch('/mark', { cache: 'no-store' });
    const mark = await response.text();
    if (response.ok && shownMark !== undefined && mark !== shownMark && !isSubmitting) location.reload();
    if (response.ok) shownMark = mark;
  } catch {}
  setTimeout(poll, 1000);
};
poll();
`;

/** Styles of the page. */
export const style = `${base}
.requests { list-style: none; margin: 0; padding: 0; display: grid; gap: var(--space-4); }
.request { padding: var(--space-4); border: 1px solid var(--line); border-radius: 8px; background: var(--mist); max-width: 26rem; }
.request h2 { margin: 0; font-size: 1.25rem; }
.on { margin: 0; color: var(--muted); }
.message { overflow-wrap: anywhere; }
.code { font-size: 2rem; letter-spacing: 0.1em; }
.acts { display: flex; flex-wrap: wrap; gap: var(--space-3); margin-block-start: var(--space-4); }
button { min-block-size: 44px; padding: var(--space-2) var(--space-4); border: 1px solid var(--button); border-radius: 4px; background: var(--button); color: var(--button-ink); font: inherit; cursor: pointer; }
button:not(.confirm) { background: var(--surface); color: var(--link); }
.for { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
