import { rolesNamed } from '@hofn/domain/staff-roles.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { PageHead } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useSession } from '../../session/index.ts';

/** Head of the screens of finance, each with a link to the other: the menu has one entry for both. */
export const FinanceHead = ({ screen }: { screen: 'money' | 'ledger' }) => {
  const t = useTexts<'staff'>();
  const { user } = useSession();
  const roles = rolesNamed(Array.isArray(user?.roles) ? user.roles.map(String) : []);
  const other = screen === 'money' ? 'ledger' : 'money';
  return (
    <PageHead
      title={t(`${screen}|title`)}
      actions={
        roles.includes('finance') && (
          <nav aria-label={t('money|both')}>
            <Link to={pathOf(`staff.${other}`, t.language)}>{t(`${other}|open`)}</Link>
          </nav>
        )
      }
    >
      <p>{t(`${screen}|lead`)}</p>
    </PageHead>
  );
};
