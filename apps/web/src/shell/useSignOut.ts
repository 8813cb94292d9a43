import { confirmLeaving } from '../engine/navigation-blocker.ts';
import { finishPendingSaves } from '../parts/drafts/pending-saves.ts';
import { showLoadingScreen } from '../parts/notices.ts';
import { useSession } from '../session/index.ts';

/** Returns a function that signs out, after asking about unsaved changes. */
export const useSignOut = (): (() => void) => {
  const { logout } = useSession();
  return async () => {
    if (!(await confirmLeaving())) return;
    await finishPendingSaves();
    // Hides the user's data at once, while the services are notified.
    showLoadingScreen('session|loggingOut');
    void logout();
  };
};
