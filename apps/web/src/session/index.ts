export { ApiError, unreachable } from './api-error.ts';
export { RequireSession, SessionProvider, useSession, useSessionParts } from './session.tsx';
export { type Subject, takeChosen } from './subject.ts';
export { useActFor } from './use-act-for.ts';
export { useApi } from './use-api.ts';
export {
  type CallResult,
  useCall,
  useCallState,
  useRefresh,
  useRefreshUser,
  useSubjectId,
  useUser,
} from './use-call.ts';
export { save, useDownload, useFetchFiles, useFile, useFileContent } from './use-file.ts';
export { useSend } from './use-send.ts';
export type { Sending } from './use-send-by.ts';
export { forgetViewed, hasSubject, keepViewed, viewedSsn, viewHasEnded } from './viewed-customer.ts';
