import { Button, Skeleton, StatusRegion, Toast, Toasts } from '@hofn/ui';
import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTexts } from '../engine/index.ts';
import {
  currentNotices,
  dismissNotification,
  initialNotices,
  type Notices,
  showLoadingScreen,
  subscribeToNotices,
} from '../parts/notices.ts';
import { useSession } from '../session/index.ts';
import { focusHeadingIfLost } from './focus-heading.ts';

const useNotices = (): Notices =>
  useSyncExternalStore(subscribeToNotices, currentNotices, () => initialNotices);

/** Shows the loading screen until the session is known. */
const useLoadingScreen = (): void => {
  const { status, error, notice } = useSession();
  const isKnown = status === 'authenticated' || error !== undefined || notice !== undefined;
  // Before the next paint, so that both are never visible.
  useLayoutEffect(() => {
    showLoadingScreen(isKnown ? undefined : (currentNotices().loading ?? 'session|loggingIn'));
  }, [isKnown]);
};

/** The page, or the loading screen instead. */
export const OrLoading = ({ children }: { children: ReactNode }) => {
  const t = useTexts<'portal'>();
  const { loading } = useNotices();
  useLoadingScreen();
  useEffect(() => {
    // While the loading screen was shown, the heading was hidden and could not be focused.
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

/** The current notifications, newest last. */
export const Notifications = () => {
  const t = useTexts<'portal'>();
  const { notifications } = useNotices();
  return (
    <Toasts>
      {notifications.map(({ instance, text, kind = 'success', action }) => (
        <Toast
          key={instance}
          kind={kind}
          action={
            action && (
              <Button
                kind="secondary"
                size="small"
                onClick={() => {
                  dismissNotification(instance);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )
          }
          closeLabel={t('global|close')}
          onClose={() => dismissNotification(instance)}
        >
          {text}
        </Toast>
      ))}
    </Toasts>
  );
};
