import type { PathOf } from './api.ts';
import { useApi } from './use-api.ts';
import { useSendBy } from './use-send-by.ts';

/** `useSendBy` with the signed-in user's API. */
export const useSend = <P extends PathOf<'POST'>>(path: P) => useSendBy(useApi(), path);
