import type { ComplaintAbout } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Location } from '../../engine/types.ts';

const parameter = 'about';

/** What a complaint is about, as one value of a list: `claim c1`; `other` for nothing in particular. */
export const choiceOf = ({ subject, id }: Pick<ComplaintAbout, 'subject' | 'id'>): string =>
  `${subject} ${id}`;
export const otherValue = 'other';

/** Path of the form for complaints, opened about something. */
export const pathToComplain = (language: Language, about: Pick<ComplaintAbout, 'subject' | 'id'>): string =>
  `${pathOf('portal.complaint', language)}?${new URLSearchParams({ [parameter]: choiceOf(about) })}`;

/** The value that the form is opened with; empty when it is opened about nothing. */
export const aboutIn = ({ search }: Pick<Location, 'search'>): string =>
  new URLSearchParams(search).get(parameter) ?? '';
