import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, PageHead } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForSelf } from '../../parts/ForRole.tsx';
import { useUser } from '../../session/index.ts';
import { Views } from '../views/Views.tsx';
import { Erasure } from './Erasure.tsx';
import { DataOverview } from './Overview.tsx';

/**
 * How the user's data is handled, with requests for a copy of it and for its erasure (rule PORT-14).
 * Companies have nothing here (rule ACC-6).
 */
export const Privacy = () => {
  const t = useTexts<'portal'>();
  const user = useUser();
  return (
    <>
      <PageHead title={t('privacy|title')}>
        <p>{t('privacy|lead')}</p>
        <p>
          <Link to={pathOf('privacy', t.language)}>{t('privacy|policy')}</Link>
        </p>
      </PageHead>
      <CallScreen call={user} loading={t('views|loading')} isEmpty={() => false} empty={null}>
        {({ currentProxyUser: { isCompany } }) =>
          isCompany ? (
            <Alert title={t('errorCode|personsOnly')} />
          ) : (
            <ForSelf>
              <DataOverview />
              <Erasure />
              <Views isCompany={false} />
            </ForSelf>
          )
        }
      </CallScreen>
    </>
  );
};

export default Privacy;
