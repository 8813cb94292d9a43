import { EmptyState, ErrorState, Skeleton, Tag, Waiting } from '@hofn/ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { chance, connectTo, later, randomText } from '../../chat/browser-functions.ts';
import type { Site } from '../../content/site.ts';
import { useStaticQuery, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { useSession, useSessionParts } from '../../session/index.ts';
import { ChatList } from './ChatList.tsx';
import { createDesk, type Desk, type DeskState, isUnsaved } from './desk.ts';
import styles from './StaffChat.module.css';
import { keptDesk } from './stored-desk.ts';
import { Talk } from './Talk.tsx';

/** Says aloud who has begun to wait, for an agent whose eyes are elsewhere. */
const Newcomers = ({ chats }: Pick<DeskState, 'chats'>) => {
  const t = useTexts<'staff'>();
  const known = useRef<Set<string>>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const waiting = chats.filter(({ state }) => state === 'waiting');
    const fresh = known.current && waiting.findLast(({ id }) => !known.current?.has(id));
    known.current = new Set(waiting.map(({ id }) => id));
    if (fresh) setSaid(t('staffChat|newWaiting', { name: fresh.name }));
  }, [chats, t]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
};

/** The list, and beside it the chat that is chosen. */
export const Chats = ({ desk, state }: { desk: Desk; state: DeskState }) => {
  const t = useTexts<'staff'>();
  const { chats, selected, fault } = state;
  const chosen = chats.find(({ id, mine }) => id === selected && mine);
  const side = useRef<HTMLDivElement>(null);
  const former = useRef(chosen?.id);
  useEffect(() => {
    // Set back into the queue, it takes the button with it that was pressed.
    if (former.current && !chosen && document.activeElement === document.body) side.current?.focus();
    former.current = chosen?.id;
  }, [chosen]);
  return (
    <div className={styles.desk}>
      <ChatList desk={desk} state={state} />
      <div ref={side} tabIndex={-1} className={styles.side}>
        {fault && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        {chosen ? (
          <Talk key={chosen.id} desk={desk} state={state} chat={chosen} />
        ) : (
          <EmptyState title={t('staffChat|noneOpen')}>{t('staffChat|choose')}</EmptyState>
        )}
      </div>
      <Newcomers chats={chats} />
    </div>
  );
};

/** Live chat as its agents have it: who waits, whom one talks to, and what is said (rule HELP-9). */
export const StaffChat = ({ context }: TemplateProps) => {
  const t = useTexts<'staff'>();
  const { session } = useSessionParts();
  const { logout } = useSession();
  const { company } = useStaticQuery<Site>('site');
  const { language } = context;
  const [desk, setDesk] = useState<Desk>();
  useEffect(() => {
    const opened = createDesk({
      connect: () => connectTo('/agent'),
      token: session.calls.token,
      language: () => language,
      kept: keptDesk,
      random: randomText,
      later,
      chance,
    });
    setDesk(opened);
    window.addEventListener('online', opened.hurry);
    window.addEventListener('offline', opened.cut);
    return () => {
      window.removeEventListener('online', opened.hurry);
      window.removeEventListener('offline', opened.cut);
      opened.stop();
    };
  }, [session, language]);
  const state = useSyncExternalStore(
    desk?.subscribe ?? (() => () => {}),
    () => desk?.state(),
    () => undefined,
  );
  const leaving = useUnsaved(state !== undefined && isUnsaved(state));
  if (state?.status === 'forbidden')
    return (
      <>
        <h1 tabIndex={-1}>{context.title}</h1>
        <ErrorState
          title={t('staff|staffOnly')}
          retryLabel={t('staff|logout')}
          onRetry={() => void logout()}
          phone={{ label: company.phone, href: company.phoneHref }}
        >
          {t('staff|staffOnlyText')}
        </ErrorState>
      </>
    );
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{context.title}</h1>
        <p role="status">
          {state?.status === 'live' && (
            <Tag tone="success" icon="done">
              {t('staffChat|live')}
            </Tag>
          )}
          {state?.status === 'reconnecting' && (
            <Tag tone="warning" icon="clock">
              {t('staffChat|reconnecting')}
            </Tag>
          )}
        </p>
      </div>
      {desk && state && state.status !== 'connecting' ? (
        <Chats desk={desk} state={state} />
      ) : (
        <Waiting>
          <span className="visually-hidden">{t('staffChat|connecting')}</span>
          <Skeleton rows={5} />
        </Waiting>
      )}
      {leaving}
    </>
  );
};
