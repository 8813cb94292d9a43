import type { CaseLine } from '@hofn/contracts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import type { useTexts } from '../../engine/index.ts';
import { type KindOption, kindQuery } from './filter.ts';

export type Texts = ReturnType<typeof useTexts<'staff'>>;

type Named = Pick<CaseLine, 'kind' | 'form' | 'request' | 'about'>;

/** Title of a case's kind: of the form it was sent with, or of what is asked for. */
export const kindOf = (t: Texts, { kind, form, request }: Omit<Named, 'about'>): string => {
  if (request) return t(`requestCase|kind.${request}`);
  return kind === 'form' && form ? t(`caseForm|${form}`) : t(`caseKind|${kind}`);
};

/** Title of a case: its subject if known, otherwise its kind. Of requests, both: «Uppsögn: Heimilistrygging, 2077120». */
export const titleOf = (t: Texts, data: Named): string => {
  if (data.about === null) return kindOf(t, data);
  return data.request ? `${kindOf(t, data)}: ${data.about}` : data.about;
};

/** The kind of a case, where its title does not contain it. */
export const kindBesideTitle = (t: Texts, data: Named): string | null =>
  data.about === null || data.request ? null : kindOf(t, data);

/** A kind as an option of the filter. What a request asks for is an option below the requests. */
export const kindLabel = (t: Texts, option: KindOption): string => {
  const { kind, request } = kindQuery(option);
  return request ? `– ${t(`requestCase|kind.${request}`)}` : t(`caseKind|${kind ?? 'change'}`);
};

/** The day of an instant, short: `20. nóv.`. */
export const dayOf = (language: Language, instant: string): string =>
  formatDate(language, dayOfInstant(new Date(instant)), 'medium');
