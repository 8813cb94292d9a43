import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useUser, viewedSsn } from '../../session/index.ts';
import { Views } from '../views/Views.tsx';
import { Companies } from './Companies.tsx';
import { GivenGrants } from './GivenGrants.tsx';
import { HeldGrants } from './HeldGrants.tsx';

/** Access granted by the customer, and access that the user holds (rule PORT-13). */
export const Access = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  return (
    <>
      <PageHead title={t('access|title')}>
        <p>{t('access|lead')}</p>
      </PageHead>
      <GivenGrants />
      {/* Held grants belong to the signed-in user, and a staff member is not a customer. */}
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

export default Access;
