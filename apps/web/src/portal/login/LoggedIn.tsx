import { pathOf } from '@hofn/texts/paths.ts';
import { useEffect } from 'react';
import { navigate, usePage, useTexts } from '../../engine/index.ts';
import { showLoadingScreen } from '../../parts/notices.ts';
import { useSession } from '../../session/index.ts';
import { requestCredentials } from '../../session/request-credentials.ts';

/**
 * Whoever comes to the login page is sent to the identity service by the portal's frame, and the frame finishes the
 * login on the way back. What is left for this page is to lead on a person who is signed in: to My pages, or to where
 * a new password is asked for.
 */
export const LoggedIn = () => {
  const t = useTexts<'portal'>();
  const { key, title } = usePage().context;
  const { login } = useSession();
  useEffect(() => {
    showLoadingScreen('session|loggingIn');
    // The answer of the identity service carries its own way on.
    if (key === 'login') void navigate(pathOf('portal.base', t.language), { replace: true });
    if (key === 'requestCredentials') requestCredentials(login);
    return () => showLoadingScreen(undefined);
  }, [key, t.language, login]);
  return <h1 tabIndex={-1}>{title}</h1>;
};
