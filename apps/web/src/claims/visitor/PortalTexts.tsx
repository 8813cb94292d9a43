import { type Catalogue, createTranslator } from '@hofn/texts/translator.ts';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { type Language, useTexts } from '../../engine/index.ts';
import { TextsContext } from '../../engine/texts.ts';

type Texts = NonNullable<ComponentProps<typeof TextsContext>['value']>;

const load: Record<Language, () => Promise<{ visitorClaim: Catalogue }>> = {
  is: () => import('@hofn/texts/catalogue/is/visitor-claim.ts'),
  en: () => import('@hofn/texts/catalogue/en/visitor-claim.ts'),
};

/** Gives the parts of the portal below, which a page of the site has no texts for, the texts they ask for. */
export const PortalTexts = ({ waiting, children }: { waiting: ReactNode; children: ReactNode }) => {
  const { language } = useTexts();
  const [texts, setTexts] = useState<Texts>();
  useEffect(() => {
    let current = true;
    void load[language]().then(({ visitorClaim: catalogue }) => {
      // As with the texts of a page: those below know which they have.
      if (current) setTexts(() => createTranslator(language, catalogue) as unknown as Texts);
    });
    return () => {
      current = false;
    };
  }, [language]);
  return texts ? <TextsContext value={texts}>{children}</TextsContext> : waiting;
};
