import { pathOf } from '@hofn/texts/paths.ts';
import { navigate, useTexts } from '../engine/index.ts';
import { normalisePath } from '../engine/paths.ts';
import { setNotification } from '../parts/notices.ts';
import { useActFor, useUser } from '../session/index.ts';

const id = 'acting';

/**
 * Switches to another customer or back to oneself and says so. It shows the overview, because what was open is not
 * theirs, or another page that every customer has.
 * @param to path of that page
 */
export const useSwitch = (to?: string) => {
  const t = useTexts<'portal'>();
  const { actFor, busy } = useActFor();
  const own = useUser().data?.ssn;
  const home = to ?? pathOf('portal.base', t.language);
  const turn = async (ssn: string, done: string) => {
    if (busy) return;
    // First, so that a form which is not sent is asked about before it is gone.
    const came = await actFor(ssn, async () => {
      await navigate(home);
      return normalisePath(location.pathname) === home;
    });
    if (came === 'left') return;
    setNotification(came ? { id, text: done } : { id, kind: 'error', text: t('acting|failed') });
  };
  return {
    busy,
    begin: (ssn: string, name: string) => void turn(ssn, t('acting|begun', { name })),
    stop: () => void (own && turn(own, t('acting|ended'))),
  };
};
