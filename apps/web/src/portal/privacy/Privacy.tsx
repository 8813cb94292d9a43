import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, PageHead } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useUser } from '../../session/index.ts';
import { ForSelf } from '../ForRole.tsx';
import { Views } from '../views/Views.tsx';

/** What a person can see of how their data is handled (rule PORT-14); of a company there is nothing here (rule ACC-6). */
export const Privacy = () => {
  const t = useTexts<'portal'>();
  const isCompany = useUser().data?.currentProxyUser.isCompany;
  return (
    <>
      <PageHead title={t('privacy|title')}>
        <p>{t('privacy|lead')}</p>
        <p>
          <Link to={pathOf('privacy', t.language)}>{t('privacy|policy')}</Link>
        </p>
      </PageHead>
      {isCompany === true && <Alert title={t('errorCode|personsOnly')} />}
      {isCompany === false && (
        <ForSelf>
          <Views company={false} />
        </ForSelf>
      )}
    </>
  );
};
