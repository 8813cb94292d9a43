import type { Translation } from '../../translator.ts';
import type { notifications as icelandic } from '../is/notifications.ts';

/** The inbox of notifications. English. */
export const notifications = {
  notifications: {
    title: 'Notifications',
    lead: 'Updates appear here, including those you have chosen not to get by email.',
    loading: 'Loading notifications',
    empty: 'No notifications',
    emptyText: 'We will let you know here when something happens.',
    list: 'Notifications',
    unread: 'Unread',
    markAll: 'Mark all as read',
    marking: 'Marking as read',
    markFailed: 'The notifications could not be marked as read.',
    'count.one': '{n} unread notification',
    'count.other': '{n} unread notifications',
  },
} as const satisfies Translation<typeof icelandic>;
