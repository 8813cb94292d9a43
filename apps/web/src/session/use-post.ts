import type { PathOf } from './api.ts';
import { useApi } from './use-api.ts';
import { usePostWith } from './use-post-with.ts';

/** `usePostWith` with the signed-in user's API. */
export const usePost = <P extends PathOf<'POST'>>(path: P) => usePostWith(useApi(), path);
