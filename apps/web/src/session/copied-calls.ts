import type { PathOf } from './api.ts';

/**
 * Calls whose last answers are kept on the device, encrypted, and shown with their age when there is no network (rule
 * PATH-16). A screen joins by a line here: `useCall` and `CallScreen` do the rest.
 */
export const keptCalls = [
  '/api/user/v1/info',
  '/api/policy/v3/overview',
  '/api/policy/v2/{id}',
  '/api/policy/v1/travelcard',
] as const satisfies readonly PathOf<'GET'>[];

export const isKeptCall = (path: string): boolean => (keptCalls as readonly string[]).includes(path);
