import type { Notification } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { pathInOtherLanguage } from '@hofn/texts/paths.ts';
import { Button, EmptyState, PageHead, Tag } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForSelf } from '../../parts/ForRole.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useListData, usePages } from '../../parts/list/usePages.ts';
import { useCall, usePost, useRefetch, useRefetchUser } from '../../session/index.ts';
import styles from './NotificationsScreen.module.css';

const path = '/api/user/v1/settings/notifications';
const pageSize = 20;

const NotificationItem = ({ item, onOpen }: { item: Notification; onOpen: () => void }) => {
  const t = useTexts<'portal'>();
  const { subject, summary, language, at, readAt } = item;
  const isOtherLanguage = language !== t.language;
  // The notification stays in the language it was sent in; its page opens in the current language.
  const target =
    item.path !== null && isOtherLanguage ? (pathInOtherLanguage(item.path) ?? item.path) : item.path;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <h2 lang={isOtherLanguage ? language : undefined}>
          {target === null ? (
            subject
          ) : (
            <Link to={target} onClick={onOpen}>
              {subject}
            </Link>
          )}
        </h2>
        {readAt === null && (
          <Tag icon="info" kind="info">
            {t('notifications|unread')}
          </Tag>
        )}
      </div>
      <p lang={isOtherLanguage ? language : undefined}>{summary}</p>
      <p className={styles.at}>
        <time dateTime={at}>{formatDateTime(t.language, at)}</time>
      </p>
    </li>
  );
};

const Inbox = () => {
  const t = useTexts<'portal'>();
  const pages = usePages(pageSize);
  const call = useCall(path, { query: pages.query, dropOnClose: true });
  const lastData = useListData(call, pages);
  const { send, ...sending } = usePost(path);
  const refresh = useRefetch();
  const refreshUser = useRefetchUser();
  const markRead = async (ids: string[] | null) => {
    if (!(await send({ body: { ids } }))) return;
    refresh(path);
    void refreshUser();
  };
  return (
    <>
      <ErrorAlert title={t('notifications|markFailed')} error={sending.error} />
      <CallScreen
        call={call}
        loading={t('notifications|loading')}
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState title={t('notifications|empty')}>{t('notifications|emptyText')}</EmptyState>}
      >
        {({ items, unread }) => (
          <div className={styles.inbox}>
            {unread > 0 && (
              <div>
                <Button
                  kind="secondary"
                  isLoading={sending.state === 'sending'}
                  loadingLabel={t('notifications|marking')}
                  onClick={() => void markRead(null)}
                >
                  {t('notifications|markAll')}
                </Button>
              </div>
            )}
            <ul className={styles.list}>
              {items.map((item) => (
                <NotificationItem
                  key={item.id}
                  item={item}
                  onOpen={() => item.readAt === null && void markRead([item.id])}
                />
              ))}
            </ul>
          </div>
        )}
      </CallScreen>
      <PageSteps
        pages={pages}
        label={t('notifications|list')}
        total={lastData?.total ?? 0}
        nextCursor={call.data?.nextCursor}
      />
    </>
  );
};

/** The customer's own inbox, newest first (rule PORT-22). */
export const NotificationsScreen = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('notifications|title')}>
        <p>{t('notifications|lead')}</p>
      </PageHead>
      <ForSelf>
        <Inbox />
      </ForSelf>
    </>
  );
};

export default NotificationsScreen;
