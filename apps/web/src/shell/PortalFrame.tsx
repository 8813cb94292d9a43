import { pathOf } from '@hofn/texts/paths.ts';
import { pageTitle } from '@hofn/texts/title.ts';
import { DialogRegion, ErrorState, Icon } from '@hofn/ui';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { Boundary, Served } from '../engine/Boundary.tsx';
import { Link, navigate, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { useLate } from '../engine/use-late.ts';
import { hasSubject, RequireSession, SessionProvider, useSession, viewedSsn } from '../session/index.ts';
import { requestCredentials } from '../session/request-credentials.ts';
import { ActingBar } from './ActingBar.tsx';
import { Failed, inDialogRegion, ScreenRegion } from './Failed.tsx';
import { ForSubject } from './ForSubject.tsx';
import { HelpRow } from './HelpRow.tsx';
import { Notifications, OrLoading } from './Notices.tsx';
import { PortalFooter } from './PortalFooter.tsx';
import styles from './PortalFrame.module.css';
import { PortalHeader } from './PortalHeader.tsx';
import './forget-on-sign-out.ts';
import type { FrameProps } from './frame-props.ts';
import { SignedOut } from './SignedOut.tsx';

/** What the areas put into the frame; it is loaded when it is shown. */
export type PortalParts = {
  loadPopups: () => Promise<{ default: ComponentType<{ page: string }> }>;
  loadStaffBanner: () => Promise<{ default: ComponentType }>;
};

const LatePopups = ({ page, load }: { page: string; load: PortalParts['loadPopups'] }) => {
  const popups = useLate(load);
  // They can wait for the next visit, so nobody needs to know that they failed.
  return popups.state === 'ready' && <popups.part.default page={page} />;
};

/** What we ask of whoever has signed in, fetched when that is known. */
const Asking = (props: { page: string; load: PortalParts['loadPopups'] }) =>
  useSession().status === 'authenticated' && (
    <Boundary at={props.page} fallback={null}>
      <LatePopups {...props} />
    </Boundary>
  );

/** Names the viewed customer, so a failure is never silent. */
const LateStaffBanner = ({ load }: { load: PortalParts['loadStaffBanner'] }) => {
  const banner = useLate(load);
  if (banner.state === 'failed') return <Failed onRetry={banner.retry} />;
  return banner.state === 'ready' && <banner.part.default />;
};

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
const isOfCustomer = (key: string): boolean =>
  key.startsWith('portal.') || key === 'docdl' || key === 'dataGatewayFile';

/** Leads a staff member who views nobody to where customers are looked up. */
const ToLookUp = ({ language }: { language: PageContext['language'] }) => {
  useEffect(() => void navigate(pathOf('staff.customers', language), { replace: true }), [language]);
  return null;
};

/**
 * The frame of the customer portal. Its menu stands whatever happens below it: while someone is being signed in
 * (rule PORT-16), and when the identity service or the API does not answer.
 */
export const PortalFrame = ({
  context,
  site,
  loadPopups,
  loadStaffBanner,
  children,
}: FrameProps & PortalParts) => {
  const t = useTexts<'portal'>();
  const view = useView();
  return (
    <SessionProvider>
      <DialogRegion value={inDialogRegion}>
        {view === 'open' && (
          <Boundary fallback={<Failed />}>
            <LateStaffBanner load={loadStaffBanner} />
          </Boundary>
        )}
        <Boundary fallback={<Served of="header" />}>
          <PortalHeader context={context} site={site} />
        </Boundary>
        <Boundary fallback={<Failed />}>
          <ActingBar />
        </Boundary>
        <main id="main" className={styles.main}>
          <div className="page-width">
            <div className={styles.top}>
              {isScreen(context.key) && (
                <Link to={pathOf('portal.mobileMenu', context.language)} className={styles.back}>
                  <Icon name="left" size={20} />
                  {t('nav|backToMenu')}
                </Link>
              )}
              <HelpRow site={site} />
            </div>
            <Asking page={context.key} load={loadPopups} />
            <ScreenRegion title={context.title}>
              <OrLoading>
                <RequireSession
                  {...(context.key === 'requestCredentials' && { begin: requestCredentials })}
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
            </ScreenRegion>
          </div>
        </main>
        <Boundary at={context.key} fallback={null}>
          <Notifications />
        </Boundary>
        <Boundary fallback={<Served of="footer" />}>
          <PortalFooter language={context.language} site={site} />
        </Boundary>
      </DialogRegion>
    </SessionProvider>
  );
};
