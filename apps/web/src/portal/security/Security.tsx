import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';

/** How the reader signs in, and where they are signed in (rule AUTH-10e): one's own alone. */
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
