import type { PathOf } from './api.ts';
import { useSessionParts } from './session.tsx';
import { useSendBy } from './use-send-by.ts';

/** `useSendBy` of whoever is signed in. */
export const useSend = <P extends PathOf<'POST'>>(path: P) => useSendBy(useSessionParts().api, path);
