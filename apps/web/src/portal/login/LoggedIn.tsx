import { pathOf } from '@hofn/texts/paths.ts';
import { useEffect } from 'react';
import { navigate, usePage, useTexts } from '../../engine/index.ts';
import { showLoadingScreen } from '../../parts/notices.ts';
import { useSession } from '../../session/index.ts';
import { requestCredentials } from '../../session/request-credentials.ts';

/**
 * The portal's frame redirects visitors of the login page to the identity provider, and completes the login when
 * they return. This page only redirects signed-in users: to My pages, or to the page that requests a new password.
 */
export const LoggedIn = () => {
  const t = useTexts<'portal'>();
  const { key, title } = usePage().context;
  const { login } = useSession();
  useEffect(() => {
    showLoadingScreen('session|loggingIn');
    // The identity provider's response carries its own return path.
    if (key === 'login') void navigate(pathOf('portal.base', t.language), { replace: true });
    if (key === 'requestCredentials') requestCredentials(login);
    return () => showLoadingScreen(undefined);
  }, [key, t.language, login]);
  return <h1 tabIndex={-1}>{title}</h1>;
};

export default LoggedIn;
