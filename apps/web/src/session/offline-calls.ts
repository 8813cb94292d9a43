import type { PathOf } from './api.ts';

/**
 * Calls whose last responses are stored on the device, encrypted, and shown with their age when offline (rule PATH-16).
 * To make a screen available offline, add its calls here: `useCall` and `CallScreen` do the rest.
 */
export const offlineCalls = [
  '/api/user/v1/info',
  '/api/user/v1/waiting',
  '/api/policy/v3/overview',
  '/api/policy/v1/alsoinsured',
  '/api/policy/v2/{id}',
  '/api/policy/v1/travelcard',
] as const satisfies readonly PathOf<'GET'>[];

export const isOfflineCall = (path: string): boolean => (offlineCalls as readonly string[]).includes(path);
