import { z } from 'zod';
import { defineCalls } from './call.ts';
import { id, instant } from './values.ts';

/** A notification, with the texts of the e-mail that went with it. */
export const notification = z.object({
  id,
  subject: z.string(),
  summary: z.string(),
  path: z.string().nullable().describe('site path of what it is about, in the language of the notification'),
  language: z.enum(['is', 'en']).describe('language of the texts'),
  at: instant,
  readAt: instant.nullable(),
});
export type Notification = z.infer<typeof notification>;

const own = { kind: 'customer', role: 'Readonly', self: true } as const;

export const notificationCalls = defineCalls({
  notifications: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/notifications',
    who: own,
    rate: 'read',
    summary: 'Lists notifications, newest first, with when each was read.',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({
      items: z.array(notification),
      nextCursor: z.string().nullable(),
      total: z.int(),
      unread: z.int(),
    }),
  },
  readNotifications: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/notifications',
    who: own,
    rate: 'write',
    summary: 'Marks notifications as read.',
    body: z.strictObject({ ids: z.array(id).min(1).max(100).nullable().describe('null for all') }),
    response: z.object({ unread: z.int() }),
    audit: { none: 'marks messages as read' },
    events: { none: 'marks messages as read' },
  },
});
