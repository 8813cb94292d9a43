import type { CaseLine } from '@hofn/contracts';
import type { useTexts } from '../engine/index.ts';

export type Texts = ReturnType<typeof useTexts<'staff'>>;

/** What a case is named by. */
export type NamedCase = Pick<CaseLine, 'kind' | 'form' | 'request' | 'feedback' | 'about'>;

/** Title of a case's kind: of the form it was sent with, or of what is asked for. */
export const kindOf = (t: Texts, { kind, form, request, feedback }: Omit<NamedCase, 'about'>): string => {
  if (request) return t(`requestCase|kind.${request}`);
  if (feedback) return t(`feedback|${feedback}`);
  return kind === 'form' && form ? t(`caseForm|${form}`) : t(`caseKind|${kind}`);
};

/** Title of a case: its subject if known, otherwise its kind. Of requests, both: «Uppsögn: Heimilistrygging, 2077120». */
export const titleOf = (t: Texts, data: NamedCase): string => {
  if (data.about === null) return kindOf(t, data);
  return data.request ? `${kindOf(t, data)}: ${data.about}` : data.about;
};
