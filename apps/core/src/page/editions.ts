import { type ClaimRule, claimReferrals } from '@hofn/domain/claim-rules.ts';
import type { RuleCondition, SettlementRule } from '@hofn/domain/settlement-rules.ts';
import { frame } from '@hofn/service/pages.ts';
import { formatDate, formatDateTime, formatMoney, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { referralTexts } from '../claim-acts/referral-texts.ts';
import { type Edition, releasePeople } from '../editions/edition.ts';
import { type Counts, type Difference, type Trial, totalOf } from '../editions/trial.ts';
import type { Referral } from '../store/referral.ts';
import { table } from './pages.ts';
import { reasonText, texts } from './texts.ts';

const personOf = (language: Language, name: string): string => {
  const t = texts[language];
  if (name === releasePeople.author) return t('core|byRelease');
  return name === releasePeople.approver ? t('core|byReleaseReview') : name;
};

type EditionState = 'unapproved' | 'tooLate' | 'coming' | 'applies' | 'past';

const stateOf = (
  { id, from, approver }: Edition,
  today: string,
  applies: Edition | undefined,
): EditionState => {
  if (approver === null) return from < today ? 'tooLate' : 'unapproved';
  if (from > today) return 'coming';
  return id === applies?.id ? 'applies' : 'past';
};

const conditionText = (
  language: Language,
  condition: RuleCondition,
  { covers = [], upTo = 0 }: { covers?: readonly string[]; upTo?: number },
): string => {
  const t = texts[language];
  if (condition === 'listedCover') return t('core|condition.listedCover', { covers: covers.join(', ') });
  if (condition === 'debtLimit')
    return t('core|condition.debtLimit', { amount: formatMoney(language, upTo) });
  return t(`core|condition.${condition}`);
};

/** A rule in words, as a row of a table. */
const ruleRow = (language: Language, rule: SettlementRule): string => {
  const t = texts[language];
  const decided = t(rule.decided === 'atOnce' ? 'core|decidedAtOnce' : 'core|result.referred');
  const conditions =
    'when' in rule
      ? `<ul>${rule.when.map((each) => `<li>${escapeHtml(conditionText(language, each, rule))}</li>`).join('')}</ul><p>${t('core|otherwise', { reason: reasonText(language, rule.otherwise) })}</p>`
      : t('core|always');
  return `<tr><th scope="row">${t(`core|ruled.${rule.act}`)}</th><td>${decided}</td><td>${conditions}</td><td>${reasonText(language, rule.reason)}</td><td>${escapeHtml(rule.source)}</td></tr>`;
};

/** A rule about small claims in words, as a row of a table. */
const claimRuleRow = (language: Language, rule: ClaimRule): string => {
  const t = texts[language];
  const answers = Object.entries(rule.answers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const conditions = [
    t('core|claimUpTo', { amount: formatMoney(language, rule.upTo) }),
    t('core|claimReportedWithin', { days: rule.reportedWithin }),
    t('core|claimEarlier', { count: rule.earlierClaims }),
    t('core|claimPapers', { count: rule.papers }),
    ...(rule.itemYears === undefined ? [] : [t('core|claimItemYears', { years: rule.itemYears })]),
    ...(answers.length > 0 ? [t('core|claimAnswers', { answers: answers.join(', ') })] : []),
  ];
  return `<tr><th scope="row">${escapeHtml(`${rule.line}: ${rule.cause}`)}</th><td>${escapeHtml(`${rule.product}: ${rule.cover}`)}</td><td>${rule.ownShare} %</td><td><ul>${conditions.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul></td><td>${escapeHtml(rule.source)}</td></tr>`;
};

const claimRulesOf = (language: Language, claims: Edition['claims']): string => {
  const t = texts[language];
  const title = t('core|claimRules');
  if (!claims) return `<section><h2>${title}</h2><p class="hint">${t('core|noClaimRules')}</p></section>`;
  const amount = formatMoney(language, claims.perDay);
  const heads = [
    t('core|claimLoss'),
    t('core|claimCover'),
    t('core|claimShare'),
    t('core|conditions'),
    t('core|source'),
  ];
  const rows = claims.rules.map((rule) => claimRuleRow(language, rule));
  return `<section><h2>${title}</h2><p>${t('core|claimRulesLead', { amount, percent: claims.sampled })}</p>${table(title, heads, rows)}</section>`;
};

const troubles = [
  'firstDayPassed',
  'alreadyApproved',
  'ownEdition',
  'wrongName',
] as const satisfies ReadonlyArray<string>;

const troubleText = (language: Language, trouble: string | undefined): string => {
  const known = troubles.find((each) => each === trouble);
  return known ? `<p class="trouble" role="alert">${texts[language](`core|trouble.${known}`)}</p>` : '';
};

/** A form that asks for the name of who uses it. */
const nameForm = (language: Language, action: string, button: string): string =>
  `<form method="post" action="${action}?lang=${language}"><p><label for="name">${texts[language]('core|yourName')}</label><input id="name" name="name" autocomplete="name" minlength="2" maxlength="100" required></p><button>${button}</button></form>`;

const referralOf = (language: Language, referral: Referral | undefined): string => {
  const t = texts[language];
  const state = referral
    ? `<p class="trouble">${t('core|referralIsOn', { name: escapeHtml(referral.by), at: formatDateTime(language, referral.at) })}</p>`
    : `<p>${t('core|referralIsOff')}</p>`;
  const [action, button] = referral
    ? (['/referral/off', t('core|referralOff')] as const)
    : (['/referral/on', t('core|referralOn')] as const);
  return `<section><h2>${t('core|referral')}</h2>${state}${nameForm(language, action, button)}</section>`;
};

export type EditionsView = {
  today: string;
  editions: readonly Edition[];
  /** The edition that applies today. */
  applies: Edition | undefined;
  referral: Referral | undefined;
  trouble: string | undefined;
};

/** The page of the rules: their editions, and the switch that refers everything (rule ACT-4). */
export const editionsPage = (language: Language, view: EditionsView): string => {
  const t = texts[language];
  const { today, editions, applies, referral, trouble } = view;
  const rows = editions.map((edition) => {
    const { id, from, author, approver } = edition;
    const by = approver === null ? '–' : escapeHtml(personOf(language, approver));
    return `<tr><th scope="row"><a href="/rules/${encodeURIComponent(id)}?lang=${language}">${escapeHtml(id)}</a></th><td>${t(`core|edition.${stateOf(edition, today, applies)}`)}</td><td>${formatDate(language, from, 'short')}</td><td>${escapeHtml(personOf(language, author))}</td><td>${by}</td></tr>`;
  });
  const heads = [
    t('core|edition'),
    t('core|state'),
    t('core|firstDay'),
    t('core|author'),
    t('core|approver'),
  ];
  return frame(
    language,
    t('core|rules'),
    '/rules',
    `<p><a href="/?lang=${language}">${t('core|title')}</a></p>
<p>${t('core|rulesLead')}</p>${troubleText(language, trouble)}
${referralOf(language, referral)}
<section><h2>${t('core|editions')}</h2>${table(t('core|editions'), heads, rows)}</section>`,
  );
};

const countCells = ({ asBefore, newlyDone, newlyReferred }: Counts): string =>
  [asBefore, newlyDone, newlyReferred].map((count) => `<td>${count}</td>`).join('');

/** Why rules leave a claim to people. */
const claimReason = (language: Language, code: string): string => {
  const known = claimReferrals.find((referral) => referral === code);
  return known ? referralTexts[known][language] : code;
};

const differenceRow = (language: Language, { key, at, act, before, after }: Difference): string => {
  const t = texts[language];
  const said = ({ result, reasons }: Difference['before']) =>
    [
      t(result === 'done' ? 'core|result.done' : 'core|result.referred'),
      ...reasons.map((code) =>
        act === 'settleClaim' ? claimReason(language, code) : reasonText(language, code),
      ),
    ].join('. ');
  const when = formatDateTime(language, at, 'short');
  // Only acts about policies have a page of their own.
  const link =
    act === 'settleClaim'
      ? when
      : `<a href="/receipts/${encodeURIComponent(key)}?lang=${language}">${when}</a>`;
  return `<tr><th scope="row">${link}</th><td>${t(`core|ruled.${act}`)}</td><td>${escapeHtml(said(before))}</td><td>${escapeHtml(said(after))}</td></tr>`;
};

const trialOf = (language: Language, trial: Trial): string => {
  const t = texts[language];
  const [from, to] = [formatDate(language, trial.from), formatDate(language, trial.to)];
  const lead = `<p>${t('core|trialLead', { from, to })}</p>`;
  const title = t('core|trial');
  if (trial.acts.size === 0)
    return `<section><h2>${title}</h2>${lead}<p class="hint">${t('core|none')}</p></section>`;
  const rows = [...trial.acts].map(
    ([act, counts]) => `<tr><th scope="row">${t(`core|ruled.${act}`)}</th>${countCells(counts)}</tr>`,
  );
  const total = `<tr><th scope="row">${t('core|allActs')}</th>${countCells(totalOf(trial))}</tr>`;
  const heads = [t('core|what'), t('core|asBefore'), t('core|newlyDone'), t('core|newlyReferred')];
  const first = t('core|differences');
  const differences =
    trial.first.length > 0
      ? `<h3>${first}</h3>${table(
          first,
          [t('core|at'), t('core|what'), t('core|before'), t('core|after')],
          trial.first.map((difference) => differenceRow(language, difference)),
        )}`
      : '';
  return `<section><h2>${title}</h2>${lead}${table(title, heads, [...rows, total])}${differences}</section>`;
};

export type EditionView = {
  edition: Edition;
  today: string;
  applies: Edition | undefined;
  trial: Trial;
  trouble: string | undefined;
};

/** The page of an edition: its rows in words, what it would have decided last month, and its approval (rule ACT-4). */
export const editionPage = (language: Language, view: EditionView): string => {
  const t = texts[language];
  const { edition, today, applies, trial, trouble } = view;
  const { id, from, rules, claims, author, writtenAt, approver, approvedAt } = edition;
  const state = stateOf(edition, today, applies);
  const signed = (name: string, at: string) => `${personOf(language, name)}, ${formatDateTime(language, at)}`;
  const facts = [
    [t('core|state'), t(`core|edition.${state}`)],
    [t('core|firstDay'), formatDate(language, from)],
    [t('core|author'), signed(author, writtenAt)],
    [t('core|approver'), approver !== null && approvedAt !== null ? signed(approver, approvedAt) : '–'],
  ].map(([term = '', value = '']) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`);
  const heads = [
    t('core|what'),
    t('core|decision'),
    t('core|conditions'),
    t('core|reasons'),
    t('core|source'),
  ];
  const path = `/rules/${encodeURIComponent(id)}`;
  const approval =
    state === 'unapproved'
      ? `<section><h2>${t('core|approval')}</h2><p>${t('core|approvalLead')}</p>${nameForm(language, `${path}/approve`, t('core|approve'))}</section>`
      : '';
  const rows = rules.map((rule) => ruleRow(language, rule));
  return frame(
    language,
    t('core|editionTitle', { id }),
    path,
    `<p><a href="/rules?lang=${language}">${t('core|toRules')}</a></p>${troubleText(language, trouble)}
<dl>${facts.join('')}</dl>
<section><h2>${t('core|rows')}</h2>${table(t('core|rows'), heads, rows)}</section>
${claimRulesOf(language, claims)}
${trialOf(language, trial)}${approval}`,
  );
};
