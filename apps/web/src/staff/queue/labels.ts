import type { CaseLine, StaffCase } from '@hofn/contracts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import type { useTexts } from '../../engine/index.ts';

export type Texts = ReturnType<typeof useTexts<'staff'>>;

/** Title of a case's kind, or of the form it was sent with. */
export const kindOf = (t: Texts, { kind, form }: Pick<CaseLine, 'kind' | 'form'>): string =>
  kind === 'form' && form ? t(`caseForm|${form}`) : t(`caseKind|${kind}`);

/** Title of a case: its subject if known, otherwise its kind. */
export const titleOf = (t: Texts, data: Pick<StaffCase, 'kind' | 'form' | 'about'>): string =>
  data.about ?? kindOf(t, data);

/** The day of an instant, short: `20. nóv.`. */
export const dayOf = (language: Language, instant: string): string =>
  formatDate(language, dayOfInstant(new Date(instant)), 'medium');
