import { Icon } from '@hofn/ui';
import { useLocation, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { MenuLink } from '../parts/MenuLink.tsx';

/** The same page in the other language, in that language's own words (rule LANG-9). */
export const LanguageLink = ({ context, icon = true }: { context: PageContext; icon?: boolean }) => {
  const t = useTexts();
  const { params, search, hash } = useLocation();
  const other = context.language === 'is' ? 'en' : 'is';
  // A path with a value in it names the same thing in both languages: `/tryggingar/:id`. Until the value is known the
  // site leads to the list above it; My pages, which are nothing without scripts, to the page without a value.
  const whole = context.alternates[other] ?? (other === 'en' ? '/en' : '/');
  const path = whole.replace(/\/:(\w+)/g, (_, name) => {
    const value = params[name] ?? (context.area === 'portal' ? `[${name}]` : '');
    return value && `/${encodeURIComponent(value)}`;
  });
  return (
    <MenuLink to={`${path}${search}${hash}`} lang={other} hrefLang={other}>
      {icon && <Icon name="globe" size={20} />}
      {t('shell|otherLanguage')}
    </MenuLink>
  );
};
