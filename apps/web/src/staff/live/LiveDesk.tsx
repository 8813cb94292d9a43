import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useSessionParts } from '../../session/index.ts';
import { createLiveDesk, type LiveDesk as Live, type LiveState } from './live-desk.ts';

const LiveContext = createContext<Live | undefined>(undefined);

/** What a screen of the desk hears changes from; undefined outside `LiveDesk`. */
export const useLiveDesk = (): Live | undefined => useContext(LiveContext);

const unconnected: LiveState = { cutAt: undefined, isBack: false };

/** Whether the desk is cut off, and since when. */
export const useLiveState = (): LiveState => {
  const live = useLiveDesk();
  return useSyncExternalStore(
    live?.subscribe ?? (() => () => {}),
    () => live?.state() ?? unconnected,
    () => unconnected,
  );
};

/** Keeps a screen of the desk up to date while its window is visible (rule DESK-3). */
export const LiveDesk = ({ children }: { children: ReactNode }) => {
  const { api } = useSessionParts();
  const [live, setLive] = useState<Live>();
  useEffect(() => {
    const created = createLiveDesk({
      ask: (query, signal) => api.post('/api/staff/v1/desk/news', { body: query, signal }),
      now: () => Date.now(),
      schedule: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      randomFraction: Math.random,
    });
    const followVisibility = () => created.setVisible(document.visibilityState === 'visible');
    followVisibility();
    document.addEventListener('visibilitychange', followVisibility);
    addEventListener('online', created.wake);
    addEventListener('offline', created.disconnect);
    setLive(created);
    return () => {
      document.removeEventListener('visibilitychange', followVisibility);
      removeEventListener('online', created.wake);
      removeEventListener('offline', created.disconnect);
      created.stop();
    };
  }, [api]);
  return <LiveContext value={live}>{children}</LiveContext>;
};
