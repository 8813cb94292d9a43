import { pathOf } from '@hofn/texts/paths.ts';
import { navigate, useTexts } from '../engine/index.ts';
import { normalisePath } from '../engine/paths.ts';
import { setNotification } from '../parts/notices.ts';
import { useActFor, useUser } from '../session/index.ts';

const id = 'acting';

/**
 * Switches to another subject, or back to the user, and shows a notification. It opens the overview first, because the
 * open screen may not exist for the new subject.
 * @param to path of a page that every customer has, instead of the overview
 */
export const useSubjectSwitch = (to?: string) => {
  const t = useTexts<'portal'>();
  const { actFor, busy } = useActFor();
  const ownSsn = useUser().data?.ssn;
  const home = to ?? pathOf('portal.base', t.language);
  const switchTo = async (ssn: string, done: string) => {
    if (busy) return;
    // Navigate first, so that the user is asked about an unsent form before it is lost.
    const result = await actFor(ssn, async () => {
      await navigate(home);
      return normalisePath(location.pathname) === home;
    });
    if (result === 'cancelled') return;
    setNotification(
      result === 'switched' ? { id, text: done } : { id, kind: 'error', text: t('acting|failed') },
    );
  };
  return {
    busy,
    begin: (ssn: string, name: string) => void switchTo(ssn, t('acting|begun', { name })),
    stop: () => void (ownSsn && switchTo(ownSsn, t('acting|ended'))),
  };
};
