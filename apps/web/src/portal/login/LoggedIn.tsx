import { pathOf } from '@hofn/texts/paths.ts';
import { useEffect } from 'react';
import { navigate, usePage, useTexts } from '../../engine/index.ts';
import { showLoadingScreen } from '../../shell/notices.ts';

/**
 * Whoever comes to the login page is sent to the identity service by the portal's frame, and the frame finishes the
 * login on the way back. What is left for this page is to lead on a person who is signed in.
 */
export const LoggedIn = () => {
  const t = useTexts<'portal'>();
  const { key, title } = usePage().context;
  useEffect(() => {
    showLoadingScreen('session|loggingIn');
    // The answer of the identity service carries its own way on.
    if (key === 'login') void navigate(pathOf('portal.base', t.language), { replace: true });
    return () => showLoadingScreen(undefined);
  }, [key, t.language]);
  return <h1 tabIndex={-1}>{title}</h1>;
};
