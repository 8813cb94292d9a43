import { policyStatus } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { frame } from '../pages.ts';
import type { Book } from './book.ts';
import { table } from './pages.ts';
import { type Instalment, totalOf } from './rules/accounts.ts';
import { texts } from './texts.ts';

const shownInstalments = 15;

const stateOf = ({ facts }: Instalment, today: string) => {
  if (facts.cancelledAt) return 'cancelled';
  if (facts.paidAt) return 'paid';
  if (facts.refusedAt) return 'refused';
  return facts.dueDate <= today ? 'overdue' : 'coming';
};

/** A customer of the core with policies, instalments and claims; undefined for an unknown key. */
export const customerPage = (language: Language, book: Book, key: string): string | undefined => {
  const customer = book.get('customers', key);
  if (!customer) return undefined;
  const t = texts[language];
  const { today } = book.state;
  const { ssn, fullName } = customer.facts;
  const policies = book.of('policies', ssn).map(({ facts }) => {
    const what = facts.insured?.[language] ?? facts.product;
    return `<tr><th scope="row">${escapeHtml(facts.number)}</th><td>${escapeHtml(what)}</td><td>${t(`policyStatus|${policyStatus(facts, today)}`)}</td><td>${formatDate(language, facts.validTo, 'short')}</td><td>${formatMoney(language, facts.premiumPerYear)}</td></tr>`;
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
      ({ facts }) =>
        `<tr><th scope="row">${escapeHtml(facts.number)}</th><td>${escapeHtml(facts.title[language])}</td><td>${t(`claimStatus|${facts.status}`)}</td></tr>`,
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
${section(t('core|instalments'), [t('core|dueDate'), state, t('core|amount')], instalments)}
${section(t('core|claims'), [number, what, state], claims)}`,
  );
};
