import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { Passkeys } from '../../security/Passkeys.tsx';
import { Sessions } from '../../security/Sessions.tsx';

/** Passkeys and sessions of the user (rule AUTH-10e); available only for their own account. */
export const Security = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('security|title')}>
        <p>{t('security|lead')}</p>
      </PageHead>
      <ForSelf>
        <Passkeys area="portal" signInAgainText={t('security|signInAgainText')} />
        <Sessions area="portal" />
      </ForSelf>
    </>
  );
};

export default Security;
