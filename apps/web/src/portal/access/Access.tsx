import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useUser, viewedSsn } from '../../session/index.ts';
import { Views } from '../views/Views.tsx';
import { Companies } from './Companies.tsx';
import { GivenGrants } from './GivenGrants.tsx';
import { HeldGrants } from './HeldGrants.tsx';

/** Who may act for the customer, and whom the user may act for (rule PORT-13). */
export const Access = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  return (
    <>
      <PageHead title={t('access|title')}>
        <p>{t('access|lead')}</p>
      </PageHead>
      <GivenGrants />
      {/* Grants held belong to the user personally, and a staff member is no customer. */}
      {viewedSsn() === undefined && (
        <>
          <HeldGrants />
          <Companies />
        </>
      )}
      {subject?.isCompany && <Views isCompany />}
    </>
  );
};
