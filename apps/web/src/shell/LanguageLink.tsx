import { Icon } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { MenuLink } from './MenuLink.tsx';

/** The same page in the other language, in that language's own words (rule LANG-9). */
export const LanguageLink = ({ context, icon = true }: { context: PageContext; icon?: boolean }) => {
  const t = useTexts();
  const other = context.language === 'is' ? 'en' : 'is';
  return (
    <MenuLink to={context.alternates[other] ?? (other === 'en' ? '/en' : '/')} lang={other} hrefLang={other}>
      {icon && <Icon name="globe" size={20} />}
      {t('shell|otherLanguage')}
    </MenuLink>
  );
};
