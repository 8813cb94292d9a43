import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Location } from '../../engine/types.ts';

const parameter = 'policy';

/** Path of a form that is opened about a policy. */
export const pathAbout = (page: 'portal.fileClaim' | 'portal.memo', language: Language, id: string): string =>
  `${pathOf(page, language)}?${new URLSearchParams({ [parameter]: id })}`;

/** Id of the policy that a form is opened about; empty when it is about none. */
export const policyIn = ({ search }: Pick<Location, 'search'>): string =>
  new URLSearchParams(search).get(parameter) ?? '';
