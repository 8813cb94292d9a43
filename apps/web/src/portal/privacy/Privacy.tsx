import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, PageHead } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useUser } from '../../session/index.ts';
import { CallScreen } from '../CallScreen.tsx';
import { ForSelf } from '../ForRole.tsx';
import { Views } from '../views/Views.tsx';

/** What a person can see of how their data is handled (rule PORT-14); of a company there is nothing here (rule ACC-6). */
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
              <Views company={false} />
            </ForSelf>
          )
        }
      </CallScreen>
    </>
  );
};
