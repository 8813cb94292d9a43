export { ApiError, asApiError, canRetry } from './api-error.ts';
export { RequireSession, SessionProvider, useSession, useSessionParts } from './session.tsx';
export { consumeOwnSwitch, type Subject } from './subject.ts';
export { useActFor } from './use-act-for.ts';
export { useApi } from './use-api.ts';
export {
  type CallResult,
  useCall,
  useCallState,
  useChangeAnswer,
  useRefetch,
  useRefetchUser,
  useSubjectId,
  useUser,
} from './use-call.ts';
export { save, useDownload, useExport, useFetchFiles, useFileContent, useSaveFile } from './use-file.ts';
export { usePost } from './use-post.ts';
export type { PostState } from './use-post-with.ts';
export { endView, hasSubject, hasViewExpired, startView, viewedSsn } from './viewed-customer.ts';
