import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';

/** How and where the user is signed in (rule AUTH-10e); only for themselves. */
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
