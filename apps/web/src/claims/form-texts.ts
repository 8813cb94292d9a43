import type { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { createTranslator, type Translate } from '@hofn/texts/translator.ts';
import { createContext, useCallback, useContext } from 'react';
import { later } from '../engine/chunks.ts';
import { type Language, useTexts } from '../engine/index.ts';
import { type Late, useLate } from '../engine/use-late.ts';

/** The words of the form, which only this screen needs: they come when it opens. */
export type FormTexts = Translate<typeof claimForm>;

const load: Record<Language, () => Promise<{ claimForm: typeof claimForm }>> = {
  is: later(() => import('@hofn/texts/catalogue/is/claim-form.ts')),
  // The other language has the same keys, which the compiler holds.
  en: later(
    () => import('@hofn/texts/catalogue/en/claim-form.ts') as Promise<{ claimForm: typeof claimForm }>,
  ),
};

/** Fetches the form's words. */
export const loadFormTexts = async (language: Language): Promise<FormTexts> =>
  createTranslator(language, (await load[language]()).claimForm);

/** The form's words in the page's language. */
export const useLoadedTexts = (): Late<FormTexts> => {
  const { language } = useTexts<'portal'>();
  return useLate(useCallback(() => loadFormTexts(language), [language]));
};

export const FormTextsContext = createContext<FormTexts | undefined>(undefined);

/** The form's words, below the screen that has loaded them. */
export const useFormTexts = (): FormTexts => {
  const texts = useContext(FormTextsContext);
  if (!texts) throw new Error('useFormTexts needs the form around it');
  return texts;
};
