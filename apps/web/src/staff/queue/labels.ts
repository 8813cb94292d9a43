import type { CaseLine } from '@hofn/contracts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { kindOf, type NamedCase, type Texts, titleOf } from '../../parts/case-titles.ts';
import { type KindOption, kindQuery } from './filter.ts';

export { kindOf, type Texts, titleOf } from '../../parts/case-titles.ts';

/**
 * Heading of a case: what it is and who sent it, on one line; a request is named by its policy instead (rule LIFE-8). What
 * was written stands below.
 */
export const headingOf = (t: Texts, data: NamedCase & Pick<CaseLine, 'sender'>): string =>
  data.request ? titleOf(t, data) : `${kindOf(t, data)}: ${data.sender ?? t('queue|nameless')}`;

/** Subject of a case below its heading; null where the heading names it, or the text below begins with it. */
export const subjectOf = ({ kind, request, about }: NamedCase): string | null =>
  request || kind === 'inquiry' || kind === 'form' ? null : about;

/** The kind of a case, where its title does not contain it. */
export const kindBesideTitle = (t: Texts, data: NamedCase): string | null =>
  data.about === null || data.request ? null : kindOf(t, data);

/** A kind as an option of the filter. What a request asks for is an option below the requests, a complaint below the forms. */
export const kindLabel = (t: Texts, option: KindOption): string => {
  const { kind, request, feedback } = kindQuery(option);
  if (feedback) return `– ${t(`feedback|${feedback}`)}`;
  return request ? `– ${t(`requestCase|kind.${request}`)}` : t(`caseKind|${kind ?? 'change'}`);
};

/** The day of an instant, short: `20. nóv.`. */
export const dayOf = (language: Language, instant: string): string =>
  formatDate(language, dayOfInstant(new Date(instant)), 'medium');
