import { pathOf } from '@hofn/texts/paths.ts';
import { Icon } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { closeMenus, MenuLink } from '../parts/MenuLink.tsx';
import { useCall, useUser } from '../session/index.ts';
import { useSubjectSwitch } from './useSwitch.ts';

/** Most customers that the menu names; the page of access permits lists all. */
const most = 3;

/** Whom the user may act for, companies first; choosing one is the same as on the page of access permits (rule ACC-3). */
export const ActForMenu = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const companies = useCall('/api/user/v1/settings/companyinvolvement', {}).data?.items ?? [];
  const grants = useCall('/api/user/v1/settings/grantedaccess', {}).data ?? [];
  const { begin, busy } = useSubjectSwitch();
  const allowed = [...companies.filter(({ role }) => role !== null), ...grants].map(
    ({ ssn, name }) => [ssn, name] as const,
  );
  // A customer can be both the user's company and one that has given access.
  const others = [...new Map(allowed)].filter(([ssn]) => ssn !== subject?.value);
  if (others.length === 0) return null;
  return (
    <>
      {others.slice(0, most).map(([ssn, name]) => (
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
