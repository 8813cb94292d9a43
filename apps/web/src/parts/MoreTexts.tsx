import { joinTexts } from '@hofn/texts/join-texts.ts';
import { type ReactNode, useContext, useMemo } from 'react';
import { type PageTexts, TextsContext } from '../engine/texts.ts';

type Props = { texts: PageTexts; children: ReactNode };

/** Adds texts that only this part of the page needs, loaded with it, to those of the page. */
export const MoreTexts = ({ texts, children }: Props) => {
  const page = useContext(TextsContext);
  const joined = useMemo(() => joinTexts(texts, page), [texts, page]);
  return <TextsContext value={joined}>{children}</TextsContext>;
};
