// Every text in both languages, for services and tests; a browser loads its groups and its language alone.
import { errors as errorsEnglish } from './en/errors.ts';
import { identity as identityEnglish } from './en/identity.ts';
import { portal as portalEnglish } from './en/portal.ts';
import { shell as shellEnglish } from './en/shell.ts';
import { site as siteEnglish } from './en/site.ts';
import { errors } from './is/errors.ts';
import { identity } from './is/identity.ts';
import { portal } from './is/portal.ts';
import { shell } from './is/shell.ts';
import { site } from './is/site.ts';

/** All categories of each language. `global` and its like come with `portal`. */
export const catalogues = {
  is: { ...shell, ...site, ...portal, ...identity, ...errors },
  en: { ...shellEnglish, ...siteEnglish, ...portalEnglish, ...identityEnglish, ...errorsEnglish },
} as const;
