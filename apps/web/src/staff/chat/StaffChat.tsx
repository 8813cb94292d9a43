import { DelayedLoading, EmptyState, ErrorState, Skeleton, Tag } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import { useShownDesk } from '../../chat/desk/DeskProvider.tsx';
import type { Desk } from '../../chat/desk/desk.ts';
import type { DeskState } from '../../chat/desk/desk-state.ts';
import type { Site } from '../../content/site.ts';
import { useStaticQuery, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { useSession } from '../../session/index.ts';
import { ChatList } from './ChatList.tsx';
import { OpenChat } from './OpenChat.tsx';
import styles from './StaffChat.module.css';

/** The list of chats, and the selected chat beside it. */
export const Chats = ({ desk, state }: { desk: Desk; state: DeskState }) => {
  const t = useTexts<'staff'>();
  const { chats, selected, error } = state;
  const openChat = chats.find(({ id, mine }) => id === selected && mine);
  const side = useRef<HTMLDivElement>(null);
  const previousId = useRef(openChat?.id);
  useEffect(() => {
    // Returning a chat to the queue removes the button that was pressed.
    if (previousId.current && !openChat && document.activeElement === document.body) side.current?.focus();
    previousId.current = openChat?.id;
  }, [openChat]);
  return (
    <div className={styles.desk}>
      <ChatList desk={desk} state={state} />
      <div ref={side} tabIndex={-1} className={styles.side}>
        {error && (
          <p role="alert" className={styles.fault}>
            {error}
          </p>
        )}
        {openChat ? (
          <OpenChat key={openChat.id} desk={desk} state={state} chat={openChat} />
        ) : (
          <EmptyState title={t('staffChat|noneOpen')}>{t('staffChat|choose')}</EmptyState>
        )}
      </div>
    </div>
  );
};

/** Live chat for agents: waiting visitors, the agent's own chats, and their messages (rule HELP-9). */
export const StaffChat = ({ context }: TemplateProps) => {
  const t = useTexts<'staff'>();
  const { logout } = useSession();
  const { company } = useStaticQuery<Site>('site');
  const { desk, state } = useShownDesk() ?? {};
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
            <Tag kind="success" icon="done">
              {t('staffChat|live')}
            </Tag>
          )}
          {state?.status === 'reconnecting' && (
            <Tag kind="warning" icon="clock">
              {t('staffChat|reconnecting')}
            </Tag>
          )}
        </p>
      </div>
      {desk && state && state.status !== 'connecting' ? (
        <Chats desk={desk} state={state} />
      ) : (
        <DelayedLoading>
          <span className="visually-hidden">{t('staffChat|connecting')}</span>
          <Skeleton rows={5} />
        </DelayedLoading>
      )}
    </>
  );
};

export default StaffChat;
