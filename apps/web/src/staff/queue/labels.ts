import type { CaseLine } from '@hofn/contracts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import type { useTexts } from '../../engine/index.ts';
import { type KindOption, kindQuery } from './filter.ts';

export type Texts = ReturnType<typeof useTexts<'staff'>>;

type Named = Pick<CaseLine, 'kind' | 'form' | 'request' | 'feedback' | 'about'>;

/** Title of a case's kind: of the form it was sent with, or of what is asked for. */
export const kindOf = (t: Texts, { kind, form, request, feedback }: Omit<Named, 'about'>): string => {
  if (request) return t(`requestCase|kind.${request}`);
  if (feedback) return t(`feedback|${feedback}`);
  return kind === 'form' && form ? t(`caseForm|${form}`) : t(`caseKind|${kind}`);
};

/** Title of a case: its subject if known, otherwise its kind. Of requests, both: «Uppsögn: Heimilistrygging, 2077120». */
export const titleOf = (t: Texts, data: Named): string => {
  if (data.about === null) return kindOf(t, data);
  return data.request ? `${kindOf(t, data)}: ${data.about}` : data.about;
};

/**
 * Heading of a case: what it is and who sent it, on one line; a request is named by its policy instead (rule LIFE-8). What
 * was written stands below.
 */
export const headingOf = (t: Texts, data: Named & Pick<CaseLine, 'sender'>): string =>
  data.request ? titleOf(t, data) : `${kindOf(t, data)}: ${data.sender ?? t('queue|nameless')}`;

/** Subject of a case below its heading; null where the heading names it, or the text below begins with it. */
export const subjectOf = ({ kind, request, about }: Named): string | null =>
  request || kind === 'inquiry' || kind === 'form' ? null : about;

/** The kind of a case, where its title does not contain it. */
export const kindBesideTitle = (t: Texts, data: Named): string | null =>
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
