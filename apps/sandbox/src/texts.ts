import { createTranslator } from '@hofn/texts';
import { sandbox as english } from '@hofn/texts/catalogue/en/sandbox.ts';
import { sandbox as icelandic } from '@hofn/texts/catalogue/is/sandbox.ts';

/** The texts of the sandbox's pages, by language. */
export const texts = {
  is: createTranslator('is', icelandic),
  en: createTranslator('en', english) as ReturnType<typeof createTranslator<typeof icelandic>>,
};
