import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';

/** Passkeys and sessions of the user (rule AUTH-10e); available only for their own account. */
export const Security = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('security|title')}>
        <p>{t('security|lead')}</p>
      </PageHead>
      <ForSelf>
        <Passkeys />
        <Sessions />
      </ForSelf>
    </>
  );
};

export default Security;
