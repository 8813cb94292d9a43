import { Icon } from '@hofn/ui';
import { useLocation, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { MenuLink } from './MenuLink.tsx';

/** The same page in the other language, in that language's own words (rule LANG-9). */
export const LanguageLink = ({ context, icon = true }: { context: PageContext; icon?: boolean }) => {
  const t = useTexts();
  const { params, search, hash } = useLocation();
  const other = context.language === 'is' ? 'en' : 'is';
  // A path with a value in it names the same thing in both languages: `/tryggingar/:id`. A document that is made ahead
  // for all values has none, and leads to the page above.
  const path = (context.alternates[other] ?? (other === 'en' ? '/en' : '/')).replace(
    /\/:(\w+)/g,
    (_, name) => (params[name] ? `/${encodeURIComponent(params[name])}` : ''),
  );
  return (
    <MenuLink to={`${path}${search}${hash}`} lang={other} hrefLang={other}>
      {icon && <Icon name="globe" size={20} />}
      {t('shell|otherLanguage')}
    </MenuLink>
  );
};
