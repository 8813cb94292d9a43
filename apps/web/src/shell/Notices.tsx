import { Button, Skeleton, StatusRegion, Toast, Toasts } from '@hofn/ui';
import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTexts } from '../engine/index.ts';
import {
  atFirst,
  currentNotices,
  dismissNotification,
  type Notices,
  showLoadingScreen,
  subscribeToNotices,
} from '../parts/notices.ts';
import { useSession } from '../session/index.ts';
import { focusHeadingIfLost } from './focus-heading.ts';

const useNotices = (): Notices => useSyncExternalStore(subscribeToNotices, currentNotices, () => atFirst);

/** Shows the loading screen while the session finds out who is there, and hides it once that is known. */
const useSessionLoading = (): void => {
  const { status, error, notice } = useSession();
  const known = status === 'authenticated' || error !== undefined || notice !== undefined;
  // Before the next paint, so that nobody sees both.
  useLayoutEffect(() => {
    showLoadingScreen(known ? undefined : (currentNotices().loading ?? 'session|loggingIn'));
  }, [known]);
};

/** The page, or the loading screen in its place. */
export const OrLoading = ({ children }: { children: ReactNode }) => {
  const t = useTexts<'portal'>();
  const { loading } = useNotices();
  useSessionLoading();
  useEffect(() => {
    // After a navigation to here the heading was hidden, and could not take the focus.
    if (!loading) focusHeadingIfLost();
  }, [loading]);
  return (
    <>
      <StatusRegion>
        {loading && (
          <>
            <span className="visually-hidden">{t(loading)}</span>
            <Skeleton rows={5} />
          </>
        )}
      </StatusRegion>
      <div hidden={loading !== undefined}>{children}</div>
    </>
  );
};

/** The current notifications, the newest below. */
export const Notifications = () => {
  const t = useTexts<'portal'>();
  const { notifications } = useNotices();
  return (
    <Toasts>
      {notifications.map(({ turn, text, kind = 'success', action }) => (
        <Toast
          key={turn}
          kind={kind}
          action={
            action && (
              <Button
                kind="secondary"
                size="small"
                onClick={() => {
                  dismissNotification(turn);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )
          }
          closeLabel={t('global|close')}
          onClose={() => dismissNotification(turn)}
        >
          {text}
        </Toast>
      ))}
    </Toasts>
  );
};
