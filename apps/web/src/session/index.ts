export { ApiError } from './api-error.ts';
export { RequireSession, SessionProvider, useSession } from './session.tsx';
export { type CallResult, useCall, useCallState, useRefresh, useUser } from './use-call.ts';
export { useDownload, useFile } from './use-file.ts';
export { type Sending, useSend } from './use-send.ts';
