import type { RuleEdition } from '@hofn/domain/settlement-rules.ts';
import { frame } from '@hofn/service/pages.ts';
import { formatDate, formatDateTime, formatMoney, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { type ActResult, deciders, type Receipt, repeatDecision } from '../acts/receipt.ts';
import { reasonText, texts } from './texts.ts';

const kindKey = {
  bind: 'core|act.bind',
  cover: 'core|act.cover',
  deductible: 'core|act.deductible',
  figures: 'core|act.figures',
  suspend: 'core|act.suspend',
  resume: 'core|act.resume',
  cancel: 'core|act.cancel',
  withdraw: 'core|act.withdraw',
  plan: 'core|act.plan',
} as const satisfies Record<Receipt['kind'], string>;

const resultKey = {
  done: 'core|result.done',
  referred: 'core|result.referred',
  declined: 'core|result.declined',
  putBack: 'core|result.putBack',
} as const satisfies Record<ActResult['result'], string>;

/** Who decided: the edition of the rules, who has switched that everything is referred, an employee, or the core itself. */
const deciderOf = (language: Language, { input, answer, known }: Receipt): string => {
  const t = texts[language];
  if (answer.edition !== null) return t('core|byRules', { edition: answer.edition });
  if (answer.result === 'referred' && known.refersEverything)
    return t('core|byReferral', { name: known.refersEverything.by });
  const name = input.decidedBy?.name;
  if (name === deciders.page) return t('core|byPage');
  if (name === deciders.switch) return t('core|bySwitch');
  return name ?? t('core|byCore');
};

type Reason = ActResult['reasons'][number];

/** Why an act was decided as it was: our text for a code of the rules, otherwise the core's own words. */
const wordsOf = (language: Language, { code, texts: own }: Reason): string =>
  own?.[language] ?? reasonText(language, code);

/** Receipts as rows of a table: when, what, with which result, and who decided. */
export const actRows = (language: Language, receipts: readonly Receipt[]): string[] => {
  const t = texts[language];
  return receipts.map(
    (receipt) =>
      `<tr><th scope="row"><a href="/receipts/${encodeURIComponent(receipt.key)}?lang=${language}">${formatDateTime(language, receipt.at, 'short')}</a></th><td>${t(kindKey[receipt.kind])}</td><td>${t(resultKey[receipt.answer.result])}</td><td>${escapeHtml(deciderOf(language, receipt))}</td></tr>`,
  );
};

const repeatedText = (language: Language, receipt: Receipt, edition: RuleEdition | null): string => {
  const t = texts[language];
  const { isIntact, isSame, decision } = repeatDecision(receipt, edition);
  if (!isIntact) return t('core|repeated.altered');
  if (isSame || !decision) return t('core|repeated.same');
  return t('core|repeated.different', { result: t(resultKey[decision.result]) });
};

/** What was agreed, as terms and values. */
const agreedOf = (language: Language, answer: ActResult): Array<[string, string]> => {
  if (answer.result !== 'done') return [];
  const t = texts[language];
  const money = (amount: number) => formatMoney(language, amount);
  const { policyNumber, effectiveOn, premium, effect } = answer;
  const day = effect.refundOn === null ? '' : `, ${formatDate(language, effect.refundOn, 'short')}`;
  return [
    ...(policyNumber === null ? [] : [[t('core|policy'), policyNumber] as [string, string]]),
    [t('core|effectiveOn'), formatDate(language, effectiveOn)],
    [t('core|premiumPerYear'), money(premium)],
    [t('core|charged'), money(effect.charged)],
    [t('core|credited'), money(effect.credited)],
    [t('core|refunded'), `${money(effect.refunded)}${day}`],
  ];
};

/**
 * The receipt of an act (rule ACT-5).
 * @param owner key of the customer; undefined when the core does not have them
 * @param edition the rules that it names; null when it names none
 */
export const receiptPage = (
  language: Language,
  receipt: Receipt,
  { owner, edition }: { owner: string | undefined; edition: RuleEdition | null },
): string => {
  const t = texts[language];
  const { key, kind, at, answer, input, known, hash } = receipt;
  const reasons = answer.reasons.map((reason) => wordsOf(language, reason));
  const facts = [
    [t('core|at'), formatDateTime(language, at)],
    [t('core|state'), t(resultKey[answer.result])],
    [t('core|decidedBy'), deciderOf(language, receipt)],
    ...(reasons.length > 0 ? [[t('core|reasons'), reasons.join(' ')]] : []),
    ...agreedOf(language, answer),
    [t('core|repeated'), repeatedText(language, receipt, edition)],
    [t('core|key'), key],
    [t('core|hash'), hash],
  ].map(([term = '', value = '']) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`);
  const json = (title: string, value: unknown) =>
    `<section><h2>${title}</h2><pre class="scroll" tabindex="0" role="region" aria-label="${title}">${escapeHtml(JSON.stringify(value, null, 2))}</pre></section>`;
  const back =
    owner === undefined
      ? ''
      : `<p><a href="/customers/${owner}?lang=${language}">${t('core|toCustomer')}</a></p>`;
  return frame(
    language,
    `${t('core|receipt')}: ${t(kindKey[kind])}`,
    `/receipts/${encodeURIComponent(key)}`,
    `${back}<dl>${facts.join('')}</dl>
${json(t('core|known'), known)}${json(t('core|input'), input)}`,
  );
};
