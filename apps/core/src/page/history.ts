import { addDays } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import type { Book, BookRecord } from '../book.ts';
import { life, type PolicyVersion } from '../bookkeeping/life.ts';
import { table } from './pages.ts';
import { texts } from './texts.ts';

/** The premium that a policy costs from the day of a version, as it was known when the version was added. */
const premiumOf = (versions: readonly PolicyVersion[], { number, from, recordedOn }: PolicyVersion) => {
  const known = versions.filter((version) => version.number <= number);
  return life.asKnown(known, { day: from, knownOn: recordedOn })?.policy.premiumPerYear ?? 0;
};

/** The versions of a policy, and what it was charged for which time. */
export const historyOf = (
  language: Language,
  book: Book,
  { key, facts: { number } }: BookRecord<'policies'>,
): string => {
  const t = texts[language];
  const day = (of: string) => formatDate(language, of, 'short');
  const all = book.lives.versions(key);
  const versions = all.map(
    (version) =>
      `<tr><th scope="row">${day(version.from)}</th><td>${t(`core|cause.${version.cause}`)}</td><td>${day(version.recordedOn)}</td><td>${formatMoney(language, premiumOf(all, version))}</td></tr>`,
  );
  const charges = book.lives
    .charges(key)
    .map(
      ({ on, cause, chargedTo, amount }) =>
        `<tr><th scope="row">${day(on)}</th><td>${t(`core|cause.${cause}`)}</td><td>${day(addDays(chargedTo, -1))}</td><td>${formatMoney(language, amount)}</td></tr>`,
    );
  const [history, charged] = [t('core|history', { number }), t('core|charges', { number })];
  return `<details><summary>${history}</summary>
${table(history, [t('core|from'), t('core|cause'), t('core|knownOn'), t('core|premiumPerYear')], versions)}
<h3>${charged}</h3>
${table(charged, [t('core|day'), t('core|cause'), t('core|chargedTo'), t('core|amount')], charges)}</details>`;
};
