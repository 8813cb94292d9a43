import type { CoreRequest } from '@hofn/contracts';
import { frame } from '@hofn/service/pages.ts';
import { formatDate, formatDateTime, formatMoney, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import type { BookType } from '../book.ts';
import { texts } from './texts.ts';
import type { View } from './view.ts';

/** Suggested answers of the forms, which can be edited. */
const suggestions = {
  refuse: {
    is: 'Við getum ekki orðið við þessari beiðni.',
    en: 'We are unable to grant this request.',
  },
  ask: {
    is: 'Getur þú sagt okkur meira um þetta?',
    en: 'Could you tell us more about this?',
  },
} as const;

/** A table in a frame that scrolls by itself on narrow screens. */
export const table = (label: string, heads: readonly string[], rows: readonly string[]): string =>
  `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;

const calendar = (language: Language, { today, daysAhead, canForward }: View): string => {
  const t = texts[language];
  const step = (name: 'day' | 'month' | 'year', label: string) =>
    `<form method="post" action="/forward/${name}?lang=${language}" data-slow><button>${label}</button></form>`;
  const ahead = daysAhead > 0 ? ` ${t('core|ahead', { n: daysAhead })}` : '';
  const acts = canForward
    ? `<div class="acts">${step('day', t('core|forwardDay'))}${step('month', t('core|forwardMonth'))}${step('year', t('core|forwardYear'))}</div><p class="hint">${t('core|forwardHint')}</p><p role="status" id="passing" data-text="${t('core|passing')}"></p>`
    : `<p class="hint">${t('core|fixedCalendar')}</p>`;
  return `<section class="calendar"><h2>${t('core|calendar')}</h2><p class="today" id="today" data-live>${t('core|today', { day: formatDate(language, today, 'full') })}${ahead}</p>${acts}</section>`;
};

const figureChanges = (figures: CoreRequest['figures']): string[] =>
  Object.entries(figures?.after ?? {}).flatMap(([name, value]) => {
    const before = figures?.before?.[name];
    const [was, becomes] = [JSON.stringify(before), JSON.stringify(value)];
    return was === becomes
      ? []
      : [`<li><code>${escapeHtml(name)}</code>: ${escapeHtml(was ?? '–')} → ${escapeHtml(becomes)}</li>`];
  });

const changesOf = ({ figures, change }: CoreRequest): string[] => [
  ...figureChanges(figures),
  ...Object.entries(change ?? {}).flatMap(([name, value]) =>
    value === null || typeof value === 'object'
      ? []
      : [`<li><code>${escapeHtml(name)}</code>: ${escapeHtml(String(value))}</li>`],
  ),
];

const answerForms = (language: Language, { id }: CoreRequest, label: string): string => {
  const t = texts[language];
  const withTexts = (act: 'refuse' | 'ask') => {
    const area = (of: Language, name: string) =>
      `<p><label for="${act}-${of}-${id}">${name}</label><textarea id="${act}-${of}-${id}" name="${of}" lang="${of}" rows="3" minlength="10" maxlength="2000" required>${suggestions[act][of]}</textarea></p>`;
    return `<details><summary>${t(`core|${act}`)}<span class="for">: ${label}</span></summary><form method="post" action="/requests/${id}/${act}?lang=${language}">${area('is', t('core|inIcelandic'))}${area('en', t('core|inEnglish'))}<button>${t('core|send')}</button></form></details>`;
  };
  return `<div class="acts"><form method="post" action="/requests/${id}/accept?lang=${language}"><button>${t('core|accept')}<span class="for">: ${label}</span></button></form>${withTexts('refuse')}${withTexts('ask')}</div>`;
};

const kindKey = {
  figures: 'core|kind.figures',
  offer: 'core|kind.offer',
  cover: 'core|kind.cover',
  suspend: 'core|kind.suspend',
  resume: 'core|kind.resume',
  cancel: 'core|kind.cancel',
  withdraw: 'core|kind.withdraw',
  plan: 'core|kind.plan',
} as const satisfies Record<CoreRequest['kind'], string>;

const requestCard = (language: Language, { names }: View, request: CoreRequest): string => {
  const t = texts[language];
  const { kind, state, customer, policy, offer, effectiveOn, premium, messages, settledBy } = request;
  const name = escapeHtml(names.get(customer.ssn) ?? customer.ssn);
  const changes = changesOf(request);
  const facts = [
    [t('core|policy'), policy?.number ?? offer?.product ?? ''],
    [t('core|effectiveOn'), formatDate(language, effectiveOn)],
    [t('core|premiumPerYear'), formatMoney(language, premium)],
  ].map(([term = '', value = '']) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`);
  const dialogue = messages.map(
    ({ texts: written }) => `<li lang="${language}">${escapeHtml(written[language])}</li>`,
  );
  const waiting = state === 'moreInformation' ? `<p class="hint">${t('core|waitsForCustomer')}</p>` : '';
  const acts =
    settledBy === 'staff'
      ? `<p class="hint">${t('core|settledByStaff')}</p>`
      : waiting + answerForms(language, request, name);
  return `<li class="card"><h3>${t(kindKey[kind])}: ${name}</h3><dl>${facts.join('')}</dl>
${changes.length > 0 ? `<h4>${t('core|changed')}</h4><ul>${changes.join('')}</ul>` : ''}
${dialogue.length > 0 ? `<h4>${t('core|dialogue')}</h4><ul>${dialogue.join('')}</ul>` : ''}${acts}</li>`;
};

const requestsOf = (language: Language, view: View): string => {
  const t = texts[language];
  const { settlesByRule: isOn } = view;
  const requests = view.requests.map((request) => requestCard(language, view, request));
  return `<section><h2>${t('core|requests')}</h2><div class="rule"><p>${t(isOn ? 'core|ruleIsOn' : 'core|ruleIsOff')}</p><form method="post" action="/rule/${isOn ? 'off' : 'on'}?lang=${language}"><button class="second">${t(isOn ? 'core|ruleOff' : 'core|ruleOn')}</button></form></div>
<div id="requests" data-live>${requests.length > 0 ? `<ul class="cards">${requests.join('')}</ul>` : `<p class="hint">${t('core|noRequests')}</p>`}</div></section>`;
};

const rulesOf = (language: Language, { referral }: View): string => {
  const t = texts[language];
  const state = referral
    ? `<p class="trouble">${t('core|referralIsOn', { name: escapeHtml(referral.by), at: formatDateTime(language, referral.at) })}</p>`
    : '';
  return `<section><h2>${t('core|rules')}</h2><div id="rules" data-live>${state}<p><a href="/rules?lang=${language}">${t('core|rulesLink')}</a></p></div></section>`;
};

const customersOf = (language: Language, { customers }: View): string => {
  const t = texts[language];
  const rows = customers.map(
    ({ key, fullName, policies, premium, owed }) =>
      `<tr><th scope="row"><a href="/customers/${key}?lang=${language}">${escapeHtml(fullName)}</a></th><td>${policies}</td><td>${formatMoney(language, premium)}</td><td>${formatMoney(language, owed)}</td></tr>`,
  );
  const heads = [t('core|name'), t('core|policies'), t('core|premiumPerYear'), t('core|owed')];
  return `<section><h2>${t('core|customers')}</h2><div id="customers" data-live>${rows.length > 0 ? table(t('core|customers'), heads, rows) : `<p class="hint">${t('core|noCustomers')}</p>`}</div></section>`;
};

const eventsOf = (language: Language, { events }: View): string => {
  const t = texts[language];
  const lines = events.map(({ at, type, data }) => {
    const said = Object.entries(data)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    return `<li><strong><code>${escapeHtml(type.replace(/^hofn\./, ''))}</code></strong> <span class="hint">${formatDateTime(language, at, 'short')}</span><br><span class="data">${escapeHtml(said.join(' · '))}</span></li>`;
  });
  return `<section><h2>${t('core|events')}</h2><div id="events" data-live>${lines.length > 0 ? `<div class="log" tabindex="0" role="region" aria-label="${t('core|events')}"><ol>${lines.join('')}</ol></div>` : `<p class="hint">${t('core|noEvents')}</p>`}</div></section>`;
};

const answerKey = {
  created: 'core|answer.created',
  updated: 'core|answer.updated',
  unchanged: 'core|answer.unchanged',
  outdated: 'core|answer.outdated',
  refused: 'core|answer.refused',
} as const satisfies Record<View['answers'][number]['answer'], string>;

const typeKey = {
  customers: 'core|type.customers',
  policies: 'core|type.policies',
  instalments: 'core|type.instalments',
  'ledger-entries': 'core|type.ledger-entries',
  claims: 'core|type.claims',
  offers: 'core|type.offers',
  'documents-to-sign': 'core|type.documents-to-sign',
} as const satisfies Record<BookType, string>;

const factsOf = (language: Language, { answers, opened }: View): string => {
  const t = texts[language];
  const lines = answers.map(
    ({ at, type, key, version, answer, fault }) =>
      `<li><strong>${t(typeKey[type])}</strong> <code>${escapeHtml(key)}</code>, ${t('core|version', { n: version })}: <span class="${answer}">${t(answerKey[answer])}</span> <span class="hint">${formatDateTime(language, at, 'short')}</span>${fault ? `<br><span class="data" lang="en">${escapeHtml(fault)}</span>` : ''}</li>`,
  );
  const opening = opened
    ? `<p class="hint">${t('core|opened', { n: opened.loaded, refused: opened.refused })}</p>`
    : '';
  return `<section><h2>${t('core|facts')}</h2><div id="facts" data-live>${opening}${lines.length > 0 ? `<div class="log" tabindex="0" role="region" aria-label="${t('core|facts')}"><ol>${lines.join('')}</ol></div>` : opened ? '' : `<p class="hint">${t('core|noFacts')}</p>`}</div></section>`;
};

const troubles = [
  ...(['unknownPolicy', 'policyEnded', 'alreadySuspended', 'notSuspended'] as const),
  ...(['retracted', 'refused', 'noAnswer'] as const),
] as const;

/** The page of the core: calendar, requests, customers, events and facts. */
export const mainPage = (language: Language, view: View, trouble?: string): string => {
  const t = texts[language];
  const known = troubles.find((each) => each === trouble);
  return frame(
    language,
    t('core|title'),
    '/',
    `<p>${t('core|lead')}</p>
<p id="connection" data-live class="hint">${t(view.isConnected ? 'core|connected' : 'core|disconnected')}</p>
${known ? `<p class="trouble" role="alert">${t(`core|trouble.${known}`)}</p>` : ''}
${calendar(language, view)}${requestsOf(language, view)}${rulesOf(language, view)}${customersOf(language, view)}
<div class="logs">${eventsOf(language, view)}${factsOf(language, view)}</div>`,
    '<script src="/core.js" type="module"></script>',
  );
};
