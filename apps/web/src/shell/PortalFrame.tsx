import type { AuthError } from '@hofn/auth-client/errors.ts';
import { pageTitle } from '@hofn/texts/page-title.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { DialogRegion, ErrorState } from '@hofn/ui';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { Boundary, ServerMarkup } from '../engine/Boundary.tsx';
import { navigate, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { useLazyPart } from '../engine/use-lazy-part.ts';
import { hasSubject, RequireSession, SessionProvider, useSession, viewedSsn } from '../session/index.ts';
import { requestCredentials } from '../session/request-credentials.ts';
import { ActingBar } from './ActingBar.tsx';
import { BottomBar, bottomBarId } from './BottomBar.tsx';
import { ConfirmIdentity } from './ConfirmIdentity.tsx';
import { Failed, inDialogRegion, ScreenRegion } from './Failed.tsx';
import { IdleSignOut } from './IdleSignOut.tsx';
import { Notifications, OrLoading } from './Notices.tsx';
import { PortalFooter } from './PortalFooter.tsx';
import styles from './PortalFrame.module.css';
import { PortalHeader } from './PortalHeader.tsx';
import { ForSubject } from './RemountForSubject.tsx';
import './forget-on-sign-out.ts';
import type { FrameProps } from './frame-props.ts';
import { SignedOut } from './SignedOut.tsx';
import { SignInFailure } from './SignInFailure.tsx';

/** Parts of the areas in the frame, loaded on demand. */
export type PortalParts = {
  loadPopups: () => Promise<{ default: ComponentType<{ page: string }> }>;
  loadStaffBanner: () => Promise<{ default: ComponentType }>;
};

const LatePopups = ({ page, load }: { page: string; load: PortalParts['loadPopups'] }) => {
  const popups = useLazyPart(load);
  // No error if loading fails: pop-ups can wait for the next visit.
  return popups.state === 'ready' && <popups.part.default page={page} />;
};

/** Pop-ups for a signed-in user. */
const PopupsWhenSignedIn = (props: { page: string; load: PortalParts['loadPopups'] }) =>
  useSession().status === 'authenticated' && (
    <Boundary resetKey={props.page} fallback={null}>
      <LatePopups {...props} />
    </Boundary>
  );

/** Names the viewed customer, so a failure must be visible. */
const LateStaffBanner = ({ load }: { load: PortalParts['loadStaffBanner'] }) => {
  const banner = useLazyPart(load);
  if (banner.state === 'failed') return <Failed onRetry={banner.retry} />;
  return banner.state === 'ready' && <banner.part.default />;
};

/** Texts for login errors of their own; `SignInFailure` has all others. */
const reasons = {
  invalid_state: 'session|invalidState',
  access_denied: 'session|accessDenied',
  cookies_refused: 'session|cookiesRefused',
} as const;

const reasonOf = (code: string) =>
  Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : undefined;

/** Why the customer could not be signed in. */
const FailedSignIn = ({ error }: { error: AuthError }) => {
  const t = useTexts<'portal'>();
  const reason = reasonOf(error.code);
  return reason ? t(reason) : <SignInFailure t={t} error={error} down={t('session|identityDown')} />;
};

const subscribeToNothing = () => () => {};

/**
 * Whether a staff member views a customer in this tab; undefined outside the staff portal and in the first render.
 */
const useViewState = (): 'open' | 'none' | undefined =>
  useSyncExternalStore(
    subscribeToNothing,
    () => (viewedSsn() !== undefined ? 'open' : hasSubject() ? undefined : 'none'),
    () => undefined,
  );

/** Whether a page shows customer data: all of the portal except sign-in pages. */
const showsCustomerData = (key: string): boolean =>
  key.startsWith('portal.') || key === 'docdl' || key === 'dataGatewayFile';

/** Redirects a staff member who views nobody to the customer look-up. */
const RedirectToLookUp = ({ language }: { language: PageContext['language'] }) => {
  useEffect(() => void navigate(pathOf('staff.customers', language), { replace: true }), [language]);
  return null;
};

/**
 * The frame of the customer portal. Its menu stays visible during sign-in (rule PORT-16), and when the identity service
 * or the API is unavailable.
 */
export const PortalFrame = ({
  context,
  site,
  loadPopups,
  loadStaffBanner,
  children,
}: FrameProps & PortalParts) => {
  const t = useTexts<'portal'>();
  const view = useViewState();
  return (
    <SessionProvider>
      <DialogRegion value={inDialogRegion}>
        {/* Of customers nobody is signed out for being idle (docs/security.md). */}
        {view !== undefined && <IdleSignOut />}
        {view === 'open' && (
          <Boundary fallback={<Failed />}>
            <LateStaffBanner load={loadStaffBanner} />
          </Boundary>
        )}
        <Boundary fallback={<ServerMarkup selector="header" />}>
          <PortalHeader context={context} site={site} />
        </Boundary>
        <Boundary fallback={<Failed />}>
          <ActingBar />
        </Boundary>
        <main id="main" className={styles.main}>
          <div className="page-width">
            <PopupsWhenSignedIn page={context.key} load={loadPopups} />
            <ConfirmIdentity />
            <ScreenRegion title={context.title}>
              <OrLoading>
                <RequireSession
                  {...(context.key === 'requestCredentials' && { onBegin: requestCredentials })}
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
                        <FailedSignIn error={error} />
                      </ErrorState>
                    </>
                  )}
                >
                  {view === 'none' && showsCustomerData(context.key) ? (
                    <RedirectToLookUp language={context.language} />
                  ) : (
                    <ForSubject title={pageTitle(context.language, context.title)}>{children}</ForSubject>
                  )}
                </RequireSession>
              </OrLoading>
            </ScreenRegion>
          </div>
        </main>
        <Boundary resetKey={context.key} fallback={null}>
          <Notifications />
        </Boundary>
        <Boundary fallback={<ServerMarkup selector="footer" />}>
          <PortalFooter language={context.language} site={site} />
        </Boundary>
        <Boundary fallback={<ServerMarkup selector={`#${bottomBarId}`} />}>
          <BottomBar context={context} site={site} />
        </Boundary>
      </DialogRegion>
    </SessionProvider>
  );
};
