import { Icon } from '@hofn/ui';
import { useLocation, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { MenuLink } from '../parts/MenuLink.tsx';

/** Link to the same page in the other language, labelled in that language (rule LANG-9). */
export const LanguageLink = ({ context, hasIcon = true }: { context: PageContext; hasIcon?: boolean }) => {
  const t = useTexts();
  const { params, search, hash } = useLocation();
  const other = context.language === 'is' ? 'en' : 'is';
  // A parameter has the same value in both languages: `/tryggingar/:id`. Before hydration it is unknown: the site then
  // links to the parent page, and the portal, which needs scripts anyway, to the page with a placeholder.
  const pattern = context.alternates[other] ?? (other === 'en' ? '/en' : '/');
  const path = pattern.replace(/\/:(\w+)/g, (_, name) => {
    const value = params[name] ?? (context.area === 'portal' ? `[${name}]` : '');
    return value && `/${encodeURIComponent(value)}`;
  });
  return (
    <MenuLink to={`${path}${search}${hash}`} lang={other} hrefLang={other}>
      {hasIcon && <Icon name="globe" size={20} />}
      {t('shell|otherLanguage')}
    </MenuLink>
  );
};
