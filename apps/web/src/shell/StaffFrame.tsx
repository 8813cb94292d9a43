import { chatRoles, deskRoles, rolesNamed, type StaffRole } from '@hofn/domain/staff-roles.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { DialogRegion, ErrorState, Icon, Logo, Skeleton } from '@hofn/ui';
import { useEffect } from 'react';
import { DeskProvider, useWaitingVisitors } from '../chat/desk/DeskProvider.tsx';
import { Boundary, ServerMarkup } from '../engine/Boundary.tsx';
import { Link, useTexts } from '../engine/index.ts';
import { confirmLeaving } from '../engine/navigation-blocker.ts';
import type { PageContext } from '../engine/types.ts';
import { ApprovalCount } from '../parts/desk/ApprovalCount.tsx';
import { DeskKeys } from '../parts/desk/DeskKeys.tsx';
import { command } from '../parts/dialog-commands.ts';
import { finishPendingSaves } from '../parts/drafts/pending-saves.ts';
import { FindDialog, findDialogId } from '../search/desk/FindDialog.tsx';
import { RequireSession, SessionProvider, useSession } from '../session/index.ts';
import { inDialogRegion, ScreenRegion } from './Failed.tsx';
import { focusHeadingIfLost } from './focus-heading.ts';
import { LanguageLink } from './LanguageLink.tsx';
import { Notifications } from './Notices.tsx';
import './forget-on-sign-out.ts';
import type { FrameProps } from './frame-props.ts';
import { IdleSignOut } from './IdleSignOut.tsx';
import { firstNames } from './initials.ts';
import { SignedOut } from './SignedOut.tsx';
import { SignInFailure } from './SignInFailure.tsx';
import styles from './StaffFrame.module.css';

type ScreenKey =
  `staff.${'queue' | 'customers' | 'chat' | 'approvals' | 'money' | 'ledger' | 'workload' | 'complaints' | 'absences' | 'textBlocks' | 'audit' | 'employees' | 'authorities'}`;

/** The screens of the staff portal, in the order of its menu, each for employees with one of the roles. */
const screensOfRoles: ReadonlyArray<[key: ScreenKey, roles: readonly StaffRole[]]> = [
  ['staff.queue', deskRoles],
  ['staff.customers', deskRoles],
  ['staff.chat', chatRoles],
  ['staff.approvals', deskRoles],
  ['staff.money', ['finance']],
  ['staff.ledger', ['finance', 'auditor']],
  ['staff.workload', ['supervisor']],
  ['staff.complaints', ['supervisor', 'auditor']],
  ['staff.absences', [...deskRoles, 'admin']],
  ['staff.textBlocks', ['supervisor', 'admin']],
  ['staff.audit', ['auditor', 'supervisor']],
  ['staff.employees', ['admin']],
  ['staff.authorities', ['admin']],
];

const isDeskRole = (role: StaffRole): boolean => (deskRoles as readonly StaffRole[]).includes(role);

/** The menu entries of pages that have none of their own. */
const entries: Readonly<Record<string, ScreenKey>> = {
  'staff.case': 'staff.queue',
  'staff.customer': 'staff.customers',
  'staff.ledger': 'staff.money',
  'staff.cardPayment': 'staff.money',
};

/** The menu entry of a page. @param shown the entries of the menu */
const menuEntryOf = (key: string, shown: readonly string[]): string =>
  shown.includes(key) ? key : (entries[key] ?? key);

/** Opens the search for customers and cases. */
const FindButton = () => {
  const t = useTexts<'staff'>();
  return (
    <button
      type="button"
      className={styles.find}
      aria-keyshortcuts="/ Control+K Meta+K"
      title={t('find|keys')}
      {...command(findDialogId, 'show-modal')}
    >
      <Icon name="search" size={20} />
      <span className={styles.word}>{t('find|open')}</span>
    </button>
  );
};

/** Logo, menu, search, signed-in user and sign-out. */
const StaffHeader = ({ context, name }: { context: PageContext; name: string }) => {
  const t = useTexts<'staff'>();
  const { status, user, logout } = useSession();
  const waiting = useWaitingVisitors();
  const signOut = async () => {
    if (!(await confirmLeaving())) return;
    await finishPendingSaves();
    await logout();
  };
  const titles = {
    'staff.queue': t('queue|title'),
    'staff.customers': t('staffView|title'),
    'staff.chat': t('staffChat|title'),
    'staff.approvals': t('approvals|title'),
    'staff.money': t('money|title'),
    'staff.ledger': t('ledger|title'),
    'staff.workload': t('workload|title'),
    'staff.complaints': t('complaintRegister|title'),
    'staff.absences': t('absences|title'),
    'staff.textBlocks': t('textBlocks|title'),
    'staff.audit': t('audit|title'),
    'staff.employees': t('employees|title'),
    'staff.authorities': t('authorities|title'),
    'staff.security': t('security|title'),
  };
  const roles = rolesNamed(Array.isArray(user?.roles) ? user.roles.map(String) : []);
  const mayFind = status === 'authenticated' && roles.some((role) => isDeskRole(role));
  const shown = [
    ...screensOfRoles
      .filter(([, of]) => roles.some((role) => of.includes(role)))
      .map(([key]) => key)
      // Finance comes to the ledger from the payments.
      .filter((key) => key !== 'staff.ledger' || !roles.includes('finance')),
    'staff.security' as const,
  ];
  return (
    <header className={styles.header} data-density="compact">
      <div className={`page-width ${styles.wide} ${styles.row}`}>
        <Link
          to={pathOf('staff.queue', context.language)}
          className={styles.logo}
          aria-label={`${name}, ${t('staff|service')}`}
        >
          <Logo />
        </Link>
        <span className={styles.service}>{t('staff|service')}</span>
        <nav className={styles.menu} aria-label={t('staff|navigation')}>
          <ul className={styles.screens}>
            {shown.map((key) => (
              <li key={key}>
                <Link
                  to={pathOf(key, context.language)}
                  aria-current={key === menuEntryOf(context.key, shown) ? 'page' : undefined}
                >
                  {titles[key]}
                  {key === 'staff.approvals' && <ApprovalCount className={styles.count} />}
                  {key === 'staff.chat' && waiting > 0 && (
                    <>
                      <span className={styles.count} aria-hidden="true">
                        {waiting}
                      </span>
                      <span className="visually-hidden">{t('staffChat|waitingCount', { n: waiting })}</span>
                    </>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.right}>
          {mayFind && <FindButton />}
          <LanguageLink context={context} hasIcon={false} />
          {status === 'authenticated' && (
            <>
              {typeof user?.name === 'string' && (
                <span className={styles.who}>
                  <span className="visually-hidden">{t('staff|signedInAs', { name: user.name })}</span>
                  <span aria-hidden="true">{firstNames(user.name)}</span>
                </span>
              )}
              <button type="button" className={styles.logout} onClick={() => void signOut()}>
                <Icon name="leave" size={20} />
                {t('staff|logout')}
              </button>
            </>
          )}
        </div>
      </div>
      {mayFind && <FindDialog />}
    </header>
  );
};

/** Focuses the heading when the screen replaces the loading notice. */
const FocusHeading = () => {
  useEffect(focusHeadingIfLost, []);
  return null;
};

/** The frame of all screens of the staff portal. */
const StaffFrame = ({ context, site, children }: FrameProps) => {
  const t = useTexts<'staff'>();
  return (
    <SessionProvider>
      <DeskProvider language={context.language}>
        <Boundary fallback={<ServerMarkup selector="header" />}>
          <StaffHeader context={context} name={site.company.shortName} />
        </Boundary>
        <main id="main" className={styles.main} data-density="compact">
          <div className={`page-width ${styles.wide}`}>
            <DialogRegion value={inDialogRegion}>
              <ScreenRegion title={context.title}>
                <RequireSession
                  waiting={
                    <div role="status">
                      <span className="visually-hidden">{t('staff|loggingIn')}</span>
                      <Skeleton rows={5} />
                    </div>
                  }
                  otherUser={<p role="alert">{t('staff|otherTab')}</p>}
                  signedOutElsewhere={(login) => (
                    <SignedOut
                      heading={context.title}
                      texts={{
                        title: t('staff|signedOut'),
                        text: t('staff|signedOutText'),
                        login: t('staff|login'),
                      }}
                      onLogin={login}
                    />
                  )}
                  signedOutIdle={(login) => (
                    <SignedOut
                      heading={context.title}
                      texts={{ title: t('idle|out'), text: t('idle|outText'), login: t('staff|login') }}
                      onLogin={login}
                    />
                  )}
                  failed={({ error, retry }) => (
                    <>
                      <h1 tabIndex={-1}>{context.title}</h1>
                      <ErrorState
                        title={t('staff|loginFailed')}
                        retryLabel={t('staff|retry')}
                        onRetry={retry}
                        phone={{ label: site.company.phone, href: site.company.phoneHref }}
                      >
                        <SignInFailure t={t} error={error} down={t('staff|identityDown')} />
                      </ErrorState>
                    </>
                  )}
                >
                  <FocusHeading />
                  <DeskKeys>{children}</DeskKeys>
                </RequireSession>
              </ScreenRegion>
            </DialogRegion>
          </div>
        </main>
        <Boundary resetKey={context.key} fallback={null}>
          <Notifications />
        </Boundary>
        <DialogRegion value={inDialogRegion}>
          <IdleSignOut />
        </DialogRegion>
      </DeskProvider>
    </SessionProvider>
  );
};

export default StaffFrame;
