import type { PathOf } from './api.ts';
import { useApi } from './use-api.ts';
import { useSendBy } from './use-send-by.ts';

/** `useSendBy` of whoever is signed in. */
export const useSend = <P extends PathOf<'POST'>>(path: P) => useSendBy(useApi(), path);
