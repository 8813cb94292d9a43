import type { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { createTranslator, type Translate } from '@hofn/texts/translator.ts';
import { createContext, useContext, useEffect, useState } from 'react';
import { type Language, useTexts } from '../engine/index.ts';

/** The words of the form, which only this screen needs: they come when it opens. */
export type FormTexts = Translate<typeof claimForm>;

const load: Record<Language, () => Promise<{ claimForm: typeof claimForm }>> = {
  is: () => import('@hofn/texts/catalogue/is/claim-form.ts'),
  // The other language has the same keys, which the compiler holds.
  en: () => import('@hofn/texts/catalogue/en/claim-form.ts') as Promise<{ claimForm: typeof claimForm }>,
};

/** Fetches the form's words. */
export const loadFormTexts = async (language: Language): Promise<FormTexts> =>
  createTranslator(language, (await load[language]()).claimForm);

/** The form's words in the page's language; nothing until they have come. */
export const useLoadedTexts = (): FormTexts | undefined => {
  const { language } = useTexts<'portal'>();
  const [texts, setTexts] = useState<FormTexts>();
  useEffect(() => {
    let current = true;
    void loadFormTexts(language).then((loaded) => {
      if (current) setTexts(() => loaded);
    });
    return () => {
      current = false;
    };
  }, [language]);
  return texts;
};

export const FormTextsContext = createContext<FormTexts | undefined>(undefined);

/** The form's words, below the screen that has loaded them. */
export const useFormTexts = (): FormTexts => {
  const texts = useContext(FormTextsContext);
  if (!texts) throw new Error('useFormTexts needs the form around it');
  return texts;
};
