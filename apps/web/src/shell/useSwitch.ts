import { pathOf } from '@hofn/texts/paths.ts';
import { navigate, useTexts } from '../engine/index.ts';
import { useActFor, useUser } from '../session/index.ts';
import { setNotification } from './notices.ts';

const id = 'acting';

/** Switches to another customer or back to oneself, says so, and shows the overview: what was open is not theirs. */
export const useSwitch = () => {
  const t = useTexts<'portal'>();
  const { actFor, busy } = useActFor();
  const own = useUser().data?.ssn;
  const turn = async (ssn: string, done: string) => {
    if (busy) return;
    const came = await actFor(ssn);
    setNotification(came ? { id, text: done } : { id, kind: 'error', text: t('acting|failed') });
    if (came) await navigate(pathOf('portal.base', t.language));
  };
  return {
    busy,
    begin: (ssn: string, name: string) => void turn(ssn, t('acting|begun', { name })),
    stop: () => void (own && turn(own, t('acting|ended'))),
  };
};
