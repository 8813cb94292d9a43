import { policyStatus } from '@hofn/domain';
import { totalOf } from '@hofn/insurance/billing/instalment.ts';
import { frame } from '@hofn/service/pages.ts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import type { Instalment } from '../bookkeeping/accounts.ts';
import { historyOf } from './history.ts';
import { table } from './pages.ts';
import { postingsOf } from './postings.ts';
import { actRows } from './receipts.ts';
import { texts } from './texts.ts';
import type { CustomerView } from './view.ts';

const shownInstalments = 15;

const stateOf = ({ facts }: Instalment, today: string) => {
  if (facts.cancelledAt) return 'cancelled';
  if (facts.paidAt) return 'paid';
  if (facts.refusedAt) return 'refused';
  return facts.dueDate <= today ? 'overdue' : 'coming';
};

/** A customer of the core with policies, instalments, postings, claims and receipts of acts. */
export const customerPage = (
  language: Language,
  { book, record: { key, facts }, acts, groups }: CustomerView,
): string => {
  const t = texts[language];
  const { today } = book.state;
  const { ssn, fullName } = facts;
  const policies = book.of('policies', ssn).map(({ facts: policy }) => {
    const what = policy.insured?.[language] ?? policy.product;
    return `<tr><th scope="row">${escapeHtml(policy.number)}</th><td>${escapeHtml(what)}</td><td>${t(`policyStatus|${policyStatus(policy, today)}`)}</td><td>${formatDate(language, policy.validTo, 'short')}</td><td>${formatMoney(language, policy.premiumPerYear)}</td></tr>`;
  });
  const instalments = book
    .of('instalments', ssn)
    .toSorted((a, b) => (a.facts.dueDate < b.facts.dueDate ? 1 : -1))
    .slice(0, shownInstalments)
    .map(
      (instalment) =>
        `<tr><th scope="row">${formatDate(language, instalment.facts.dueDate, 'short')}</th><td>${t(`core|instalment.${stateOf(instalment, today)}`)}</td><td>${formatMoney(language, totalOf(instalment.facts))}</td></tr>`,
    );
  const claims = book
    .of('claims', ssn)
    .map(
      ({ facts: claim }) =>
        `<tr><th scope="row">${escapeHtml(claim.number)}</th><td>${escapeHtml(claim.title[language])}</td><td>${t(`claimStatus|${claim.status}`)}</td></tr>`,
    );
  const section = (title: string, heads: readonly string[], rows: readonly string[]) =>
    `<section><h2>${title}</h2>${rows.length > 0 ? table(title, heads, rows) : `<p class="hint">${t('core|none')}</p>`}</section>`;
  const [number, what, state] = [t('core|number'), t('core|what'), t('core|state')];
  return frame(
    language,
    fullName,
    `/customers/${key}`,
    `<p><a href="/?lang=${language}">${t('core|all')}</a></p>
${section(t('core|policies'), [number, what, state, t('core|validTo'), t('core|premiumPerYear')], policies)}
${book
  .of('policies', ssn)
  .map((policy) => historyOf(language, book, policy))
  .join('')}
${section(t('core|instalments'), [t('core|dueDate'), state, t('core|amount')], instalments)}
${postingsOf(language, groups)}
${section(t('core|claims'), [number, what, state], claims)}
${section(t('core|acts'), [t('core|at'), what, state, t('core|decidedBy')], actRows(language, acts))}`,
  );
};
