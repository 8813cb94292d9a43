import { style as base, frame } from '@hofn/service/pages.ts';
import type { Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { texts } from '../texts.ts';
import { inFours, testCards } from './test-cards.ts';
import type { Typed, TypedFault, Verification } from './verifications.ts';

/** Attributes of each input. The security code is never filled in again. */
const inputs = {
  number: 'inputmode="numeric" autocomplete="cc-number"',
  expires: 'inputmode="numeric" autocomplete="cc-exp" size="7"',
  code: 'inputmode="numeric" autocomplete="cc-csc" maxlength="4" size="5"',
} as const satisfies Record<keyof Typed, string>;

const page = (language: Language, path: string, body: string, head = '') =>
  frame(language, texts[language]('cards|title'), path, body, head);

/** Card form, with the errors of the previous submission. */
export const cardPage = (
  language: Language,
  path: string,
  typed: Typed = { number: '', expires: '', code: '' },
  faults: readonly TypedFault[] = [],
): string => {
  const t = texts[language];
  const field = (name: keyof Typed) => {
    const fault = faults.find(({ field: faulty }) => faulty === name);
    const message = fault ? `<span class="fault" id="${name}-fault">${t(`cards|${fault.text}`)}</span>` : '';
    const describedBy = fault ? ` aria-invalid="true" aria-describedby="${name}-fault"` : '';
    const value = name === 'code' ? '' : escapeHtml(typed[name]);
    const focus = faults[0]?.field === name ? ' autofocus' : '';
    return `<p><label for="${name}">${t(`cards|${name}`)}</label>${message}<input id="${name}" name="${name}" value="${value}" ${inputs[name]} required${describedBy}${focus}></p>`;
  };
  const rows = testCards.map(
    ({ number, brand, does }) =>
      `<tr><td><code>${inFours(number)}</code></td><td>${brand}</td><td>${t(number.endsWith('0002') ? 'cards|declinesCharges' : `cards|${does}`)}</td></tr>`,
  );
  return page(
    language,
    path,
    `<p>${t('cards|lead')}</p>
<form method="post" action="${path}/card?lang=${language}" novalidate>${field('number')}<div class="pair">${field('expires')}${field('code')}</div>
<p><button>${t('cards|continue')}</button></p></form>
<div class="scroll" role="region" aria-labelledby="test-cards" tabindex="0"><table><caption id="test-cards">${t('cards|testCards')}</caption><thead><tr><th scope="col">${t('cards|number')}</th><th scope="col">${t('cards|brand')}</th><th scope="col">${t('cards|what')}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
  );
};

/** 3-D Secure challenge by the cardholder's bank. */
export const challengePage = (language: Language, path: string, card: string): string => {
  const t = texts[language];
  const button = (act: 'confirm' | 'refuse') =>
    `<form method="post" action="${path}/${act}?lang=${language}"><button class="${act}">${t(`cards|${act}`)}</button></form>`;
  return page(
    language,
    path,
    `<h2>${t('cards|challenge')}</h2><p>${t('cards|challengeText', { card: escapeHtml(card) })}</p><div class="acts">${button('confirm')}${button('refuse')}</div>`,
  );
};

/** A bank that does not respond. */
export const waitingPage = (language: Language, path: string): string =>
  page(language, path, `<p role="status">${texts[language]('cards|waiting')}</p>`);

/** Posts the result to the window that opened the page. */
export const endPage = (
  language: Language,
  path: string,
  { origin, result }: Pick<Verification, 'origin'> & { result: NonNullable<Verification['result']> },
): string => {
  const succeeded = result.message === 'verificationSucceeded';
  const data = Object.entries({ ...result, origin })
    .map(
      ([name, value]) =>
        `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escapeHtml(value)}"`,
    )
    .join(' ');
  return page(
    language,
    path,
    `<p role="status" id="result" ${data}>${texts[language](succeeded ? 'cards|succeeded' : 'cards|failed')}</p>`,
    '<script src="/verify.js" type="module"></script>',
  );
};

export const gonePage = (language: Language, path: string): string =>
  page(language, path, `<p>${texts[language]('cards|gone')}</p>`);

/** Posts the result to the opener or the parent frame, if its origin is the merchant's. */
export const script = `const { origin, ...result } = document.getElementById('result').dataset;
const listener = opener ?? (parent === window ? undefined : parent);
listener?.postMessage(result, origin);
`;

/** Styles of the pages. */
export const style = `${base}
main { max-width: 36rem; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; max-inline-size: 100%; min-block-size: 44px; padding: var(--space-2) var(--space-3); border: 1px solid var(--edge); border-radius: 4px; background: var(--surface); color: var(--ink); font: inherit; }
#number { inline-size: 100%; }
.pair { display: flex; flex-wrap: wrap; gap: 0 var(--space-5); }
.fault { display: block; color: var(--danger); }
.scroll { overflow-x: auto; }
.scroll table { table-layout: auto; }
.scroll th, .scroll td { overflow-wrap: normal; }
h1 { font-size: clamp(1.5rem, 7vw, 2rem); }
code { white-space: nowrap; }
.acts { display: flex; flex-wrap: wrap; gap: var(--space-3); }
button { min-block-size: 44px; padding: var(--space-2) var(--space-4); border: 1px solid var(--button); border-radius: 4px; background: var(--button); color: var(--button-ink); font: inherit; cursor: pointer; }
button.refuse { background: var(--surface); color: var(--link); }
`;
