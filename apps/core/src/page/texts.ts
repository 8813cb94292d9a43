import { atOnceReasons, referralReasons } from '@hofn/domain/settlement-rules.ts';
import { createTranslator, type Language } from '@hofn/texts';
import { claims as englishClaims } from '@hofn/texts/catalogue/en/claims.ts';
import { insuranceCore as english } from '@hofn/texts/catalogue/en/insurance-core.ts';
import { portal as englishPortal } from '@hofn/texts/catalogue/en/portal.ts';
import { requests as englishRequests } from '@hofn/texts/catalogue/en/requests.ts';
import { claims as icelandicClaims } from '@hofn/texts/catalogue/is/claims.ts';
import { insuranceCore as icelandic } from '@hofn/texts/catalogue/is/insurance-core.ts';
import { portal as icelandicPortal } from '@hofn/texts/catalogue/is/portal.ts';
import { requests as icelandicRequests } from '@hofn/texts/catalogue/is/requests.ts';

const { core } = icelandic;
const source = {
  core,
  claimStatus: icelandicClaims.claimStatus,
  policyStatus: icelandicPortal.policyStatus,
  byRule: icelandicRequests.byRule,
};

/** The texts of the core's pages, by language. */
export const texts = {
  is: createTranslator('is', source),
  en: createTranslator('en', {
    core: english.core,
    claimStatus: englishClaims.claimStatus,
    policyStatus: englishPortal.policyStatus,
    byRule: englishRequests.byRule,
  }) as ReturnType<typeof createTranslator<typeof source>>,
};

const knownReasons = [...atOnceReasons, ...referralReasons];

/** A reason of a rule as customers read it; an unknown code as it is. */
export const reasonText = (language: Language, code: string): string => {
  const known = knownReasons.find((reason) => reason === code);
  return known ? texts[language](`byRule|because.${known}`) : code;
};
