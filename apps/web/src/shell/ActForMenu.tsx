import { pathOf } from '@hofn/texts/paths.ts';
import { Icon } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { closeMenus, MenuLink } from '../parts/MenuLink.tsx';
import { useAccessible } from './useAccessible.ts';
import { useSubjectSwitch } from './useSwitch.ts';

/** Most customers that the menu names; the page of access permits lists all. */
const most = 3;

/** Customers that the user may act for; choosing one is the same as on the page of access permits (rule ACC-3). */
export const ActForMenu = () => {
  const t = useTexts<'portal'>();
  const others = useAccessible();
  const { begin, busy } = useSubjectSwitch();
  if (others.length === 0) return null;
  return (
    <>
      {others.slice(0, most).map(({ ssn, name }) => (
        <li key={ssn}>
          <button
            type="button"
            aria-disabled={busy}
            onClick={() => {
              closeMenus();
              begin(ssn, name);
            }}
          >
            <Icon name="swap" size={20} />
            {t('acting|actFor', { name })}
          </button>
        </li>
      ))}
      <li>
        <MenuLink to={pathOf('portal.settingsAccess', t.language)}>{t('acting|all')}</MenuLink>
      </li>
    </>
  );
};
