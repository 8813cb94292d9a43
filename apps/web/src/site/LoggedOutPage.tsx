import { useTexts } from '../engine/index.ts';
import { Status } from './Status.tsx';

const loginPath = { is: '/innskraning', en: '/en/login' };

/** Shown after signing out of My pages. */
const LoggedOutTemplate = () => {
  const t = useTexts();
  const login = { title: t('shell|login'), page: 'login', path: loginPath[t.language] };
  return <Status document={{ title: t('loggedOut|title'), text: t('loggedOut|text'), links: [login] }} />;
};

export default LoggedOutTemplate;
