import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTexts } from '../../engine/index.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { useSession, useSessionParts } from '../../session/index.ts';
import { connectTo, randomFraction, randomText, schedule } from '../browser-functions.ts';
import { createDesk, type Desk } from './desk.ts';
import { type DeskState, isUnsaved, waitingOf } from './desk-state.ts';
import { deskStorage } from './stored-desk.ts';

type Connection = { desk: Desk | undefined; begin: () => void };

const DeskContext = createContext<Connection>({ desk: undefined, begin: () => {} });

/** The agent's desk with its state; undefined until the agent has opened the chats in this tab. */
export const useDesk = (): { desk: Desk; state: DeskState } | undefined => {
  const { desk } = useContext(DeskContext);
  const state = useSyncExternalStore(
    desk?.subscribe ?? (() => () => {}),
    () => desk?.state(),
    () => undefined,
  );
  return desk && state && { desk, state };
};

/** The same for the screen of the chats: opening it connects the agent, who is then available to visitors. */
export const useShownDesk = (): ReturnType<typeof useDesk> => {
  const { desk, begin } = useContext(DeskContext);
  useEffect(begin, [begin]);
  useEffect(() => {
    desk?.show(true);
    return () => desk?.show(false);
  }, [desk]);
  return useDesk();
};

/** How many visitors wait for an answer of the agent. */
export const useWaitingVisitors = (): number => {
  const shown = useDesk();
  return shown ? waitingOf(shown.state) : 0;
};

const count = /^\(\d+\) /;

/** Puts how many visitors wait before the page's title, which every navigation writes again. */
const useCountInTitle = (waiting: number): void => {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(count, '');
      const title = waiting > 0 ? `(${waiting}) ${plain}` : plain;
      if (document.title !== title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [waiting]);
};

/** Announces newly waiting visitors to agents who are looking elsewhere. */
const Newcomers = () => {
  const t = useTexts<'staff'>();
  const chats = useDesk()?.state.chats;
  const knownIds = useRef<Set<string>>(undefined);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!chats) return;
    const waiting = chats.filter(({ state }) => state === 'waiting');
    const newcomer = knownIds.current && waiting.findLast(({ id }) => !knownIds.current?.has(id));
    knownIds.current = new Set(waiting.map(({ id }) => id));
    if (newcomer) setAnnouncement(t('staffChat|newWaiting', { name: newcomer.name }));
  }, [chats, t]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
};

const Attention = () => {
  const shown = useDesk();
  useCountInTitle(useWaitingVisitors());
  useUnsaved(shown !== undefined && isUnsaved(shown.state), { keptWithin: true });
  return <Newcomers />;
};

/**
 * Keeps an agent who has opened the live chat connected on every screen of the staff portal (rule DESK-7): chats, drafts
 * and visitors who wait outlive the screen of the chats. Employees who have not opened it do not count as available.
 */
export const DeskProvider = ({ language, children }: { language: 'is' | 'en'; children: ReactNode }) => {
  const { session } = useSessionParts();
  const isSignedIn = useSession().status === 'authenticated';
  const spoken = useRef(language);
  spoken.current = language;
  const [desk, setDesk] = useState<Desk>();
  // A tab that had the chats open has them open after a reload.
  const [hasBegun, setHasBegun] = useState(false);
  const begin = useCallback(() => setHasBegun(true), []);
  useEffect(() => {
    if (deskStorage.read()) begin();
  }, [begin]);
  const connection = useMemo(() => ({ desk, begin }), [desk, begin]);
  useEffect(() => {
    if (!isSignedIn || !hasBegun) return;
    deskStorage.write(deskStorage.read() ?? { selected: undefined, seen: {} });
    const newDesk = createDesk({
      connect: () => connectTo('/agent'),
      token: session.calls.token,
      language: () => spoken.current,
      storage: deskStorage,
      random: randomText,
      schedule,
      randomFraction,
    });
    newDesk.show(false);
    setDesk(newDesk);
    window.addEventListener('online', newDesk.reconnectNow);
    window.addEventListener('offline', newDesk.disconnect);
    return () => {
      window.removeEventListener('online', newDesk.reconnectNow);
      window.removeEventListener('offline', newDesk.disconnect);
      newDesk.stop();
      setDesk(undefined);
    };
  }, [session, isSignedIn, hasBegun]);
  return (
    <DeskContext value={connection}>
      {children}
      <Attention />
    </DeskContext>
  );
};
