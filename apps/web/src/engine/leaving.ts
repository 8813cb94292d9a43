import { hrefOf } from './links.ts';
import { setRouter } from './navigate.ts';

/**
 * Asks before the reader leaves the page: by a link or a call of `navigate`, by the browser's history, or by closing
 * the tab, where the browser asks in its own words. Moving within the page's own path is not asked about.
 *
 * What was left by the history is put back above the entry that was gone to: what lay ahead of it is lost, as when a
 * link is followed. After a yes nothing more is asked.
 *
 * @param ask whether the reader leaves; asked once at a time
 * @returns ends it
 */
export const guardLeaving = (ask: () => Promise<boolean>): (() => void) => {
  let asking = false;
  let held = { href: location.href, state: history.state as unknown };
  const hold = (): void => {
    held = { href: location.href, state: history.state };
  };
  const isHere = (address: string): boolean =>
    new URL(address, held.href).pathname === new URL(held.href).pathname;

  const mayLeave = async (): Promise<boolean> => {
    if (asking) return false;
    asking = true;
    try {
      if (!(await ask())) return false;
    } finally {
      asking = false;
    }
    end();
    return true;
  };

  const router = setRouter({
    navigate: async (to, options) => {
      if (!isHere(hrefOf(to)) && !(await mayLeave())) return;
      await router?.navigate(to, options);
      hold();
    },
    moved: async () => {
      if (isHere(location.href)) {
        const moving = router?.moved();
        // The entry has its key by now.
        hold();
        return moving;
      }
      history.pushState(held.state, '', held.href);
      if (await mayLeave()) history.back();
    },
  });

  const unloading = (event: BeforeUnloadEvent): void => event.preventDefault();

  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    setRouter(router);
    window.removeEventListener('beforeunload', unloading);
  };
  window.addEventListener('beforeunload', unloading);
  return end;
};
