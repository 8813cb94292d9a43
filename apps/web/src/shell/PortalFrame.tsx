import { pathOf } from '@hofn/texts/paths.ts';
import { ErrorState, Icon } from '@hofn/ui';
import { Link, useTexts } from '../engine/index.ts';
import { RequireSession, SessionProvider } from '../session/index.ts';
import { ActingBar } from './ActingBar.tsx';
import { ForSubject } from './ForSubject.tsx';
import { Notifications, OrLoading } from './Notices.tsx';
import { PortalFooter } from './PortalFooter.tsx';
import styles from './PortalFrame.module.css';
import { PortalHeader } from './PortalHeader.tsx';
import type { ShellProps } from './Shell.tsx';
import { SignedOut } from './SignedOut.tsx';

/** Why a login failed, for the reasons that a person can do something about; else the service does not answer. */
const reasons = {
  invalid_state: 'session|invalidState',
  access_denied: 'session|accessDenied',
  cookies_refused: 'session|cookiesRefused',
} as const;

const reasonOf = (code: string) =>
  Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : 'session|identityDown';

/** A screen that leads back to the portal's menu on a phone: not that menu itself, nor what signs one in (rule PORT-8). */
const isScreen = (key: string): boolean => key.startsWith('portal.') && key !== 'portal.mobileMenu';

/**
 * The frame of the customer portal. Its menu stands whatever happens below it: while someone is being signed in
 * (rule PORT-16), and when the identity service or the API does not answer.
 */
const PortalFrame = ({ context, site, children }: ShellProps) => {
  const t = useTexts<'portal'>();
  return (
    <SessionProvider>
      <PortalHeader context={context} site={site} />
      <ActingBar />
      <main id="main" className={styles.main}>
        <div className="page-width">
          {isScreen(context.key) && (
            <Link to={pathOf('portal.mobileMenu', context.language)} className={styles.back}>
              <Icon name="left" size={20} />
              {t('nav|backToMenu')}
            </Link>
          )}
          <OrLoading>
            <RequireSession
              waiting={null}
              otherUser={<p role="alert">{t('session|otherTab')}</p>}
              signedOutElsewhere={(login) => (
                <SignedOut
                  heading={context.title}
                  texts={{
                    title: t('session|signedOut'),
                    text: t('session|signedOutText'),
                    login: t('session|login'),
                  }}
                  onLogin={login}
                />
              )}
              failed={({ error, retry }) => (
                <>
                  <h1 className={styles.title} tabIndex={-1}>
                    {context.title}
                  </h1>
                  <ErrorState
                    title={t('session|loginFailed')}
                    retryLabel={t('global|retry')}
                    onRetry={retry}
                    phone={{ label: site.company.phone, href: site.company.phoneHref }}
                  >
                    {t(reasonOf(error.code))}
                  </ErrorState>
                </>
              )}
            >
              <ForSubject>{children}</ForSubject>
            </RequireSession>
          </OrLoading>
        </div>
      </main>
      <Notifications />
      <PortalFooter language={context.language} site={site} />
    </SessionProvider>
  );
};

export default PortalFrame;
