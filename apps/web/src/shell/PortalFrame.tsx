import { pathOf } from '@hofn/texts/paths.ts';
import { pageTitle } from '@hofn/texts/title.ts';
import { ErrorState, Icon } from '@hofn/ui';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Link, navigate, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { hasSubject, RequireSession, SessionProvider, useSession, viewedSsn } from '../session/index.ts';
import { ActingBar } from './ActingBar.tsx';
import { ForSubject } from './ForSubject.tsx';
import { Notifications, OrLoading } from './Notices.tsx';
import { PortalFooter } from './PortalFooter.tsx';
import styles from './PortalFrame.module.css';
import { PortalHeader } from './PortalHeader.tsx';
import type { ShellProps } from './Shell.tsx';
import { SignedOut } from './SignedOut.tsx';

const Popups = lazy(() => import('../portal/popups/Popups.tsx'));
const StaffBanner = lazy(() => import('../staff/view/StaffBanner.tsx'));

/** What we ask of whoever has signed in, fetched when that is known. */
const Asking = ({ page }: { page: string }) =>
  useSession().status === 'authenticated' && (
    <Suspense>
      <Popups page={page} />
    </Suspense>
  );

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

const never = () => () => {};

/**
 * What the tab of a staff member views: `none` leads to where one looks customers up; nothing outside the staff portal,
 * and in the first render.
 */
const useView = (): 'open' | 'none' | undefined =>
  useSyncExternalStore(
    never,
    () => (viewedSsn() !== undefined ? 'open' : hasSubject() ? undefined : 'none'),
    () => undefined,
  );

/** A page that shows something of a customer's: all of the portal but where one signs in. */
const isOfCustomer = (key: string): boolean => key.startsWith('portal.') || key === 'docdl';

/** Leads a staff member who views nobody to where customers are looked up. */
const ToLookUp = ({ language }: { language: PageContext['language'] }) => {
  useEffect(() => void navigate(pathOf('staff.customers', language), { replace: true }), [language]);
  return null;
};

/**
 * The frame of the customer portal. Its menu stands whatever happens below it: while someone is being signed in
 * (rule PORT-16), and when the identity service or the API does not answer.
 */
const PortalFrame = ({ context, site, children }: ShellProps) => {
  const t = useTexts<'portal'>();
  const view = useView();
  return (
    <SessionProvider>
      {view === 'open' && (
        <Suspense>
          <StaffBanner />
        </Suspense>
      )}
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
              {view === 'none' && isOfCustomer(context.key) ? (
                <ToLookUp language={context.language} />
              ) : (
                <ForSubject title={pageTitle(context.language, context.title)}>{children}</ForSubject>
              )}
            </RequireSession>
          </OrLoading>
        </div>
      </main>
      <Asking page={context.key} />
      <Notifications />
      <PortalFooter language={context.language} site={site} />
    </SessionProvider>
  );
};

export default PortalFrame;
