import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, PageHead } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForSelf } from '../../parts/ForRole.tsx';
import { useUser } from '../../session/index.ts';
import { Views } from '../views/Views.tsx';
import { Erasure } from './Erasure.tsx';
import { Overview } from './Overview.tsx';

/**
 * What a person can see of how their data is handled, and ask for (rule PORT-14): all that is held of them, and its
 * erasure. Of a company there is nothing here (rule ACC-6).
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
              <Overview />
              <Erasure />
              <Views company={false} />
            </ForSelf>
          )
        }
      </CallScreen>
    </>
  );
};
