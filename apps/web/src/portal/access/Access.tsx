import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useUser, viewedSsn } from '../../session/index.ts';
import { Views } from '../views/Views.tsx';
import { Companies } from './Companies.tsx';
import { Given } from './Given.tsx';
import { Held } from './Held.tsx';

/** Who may act for the customer, and whom the reader may act for (rule PORT-13). */
export const Access = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  return (
    <>
      <PageHead title={t('access|title')}>
        <p>{t('access|lead')}</p>
      </PageHead>
      <Given />
      {/* Whom one may act for is of oneself, and a staff member is no customer. */}
      {viewedSsn() === undefined && (
        <>
          <Held />
          <Companies />
        </>
      )}
      {subject?.isCompany && <Views company />}
    </>
  );
};
