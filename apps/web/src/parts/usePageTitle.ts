import { pageTitle } from '@hofn/texts/page-title.ts';
import { useEffect } from 'react';
import { useTexts } from '../engine/index.ts';

/** Sets the document title to the record's title instead of the page's default. */
export const usePageTitle = (title: string): void => {
  const { language } = useTexts();
  useEffect(() => {
    document.title = pageTitle(language, title);
  }, [language, title]);
};
