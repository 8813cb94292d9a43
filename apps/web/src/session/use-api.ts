import { useMemo } from 'react';
import type { Api } from './api.ts';
import { useSessionParts } from './session.tsx';
import { useSubjectId } from './use-call.ts';

/** Binds the API to a subject, even if the page switches to another in the meantime. */
const apiFor = (api: Api, actingFor: string): Api => {
  // The methods differ only in their types: input is the last argument of each.
  const bind = (method: 'get' | 'post' | 'delete' | 'download') =>
    ((path: string, input?: object) =>
      (api[method] as (path: string, input: object) => unknown)(path, { ...input, actingFor })) as never;
  return {
    get: bind('get'),
    post: bind('post'),
    delete: bind('delete'),
    download: bind('download'),
    bytes: (path, content, input) => api.bytes(path, content, { ...input, actingFor }),
    file: (path, type, query) => api.file(path, type, query, { actingFor }),
  };
};

/** The API, bound to the subject of the screen that calls it (rule HOLD-2). */
export const useApi = (): Api => {
  const { api } = useSessionParts();
  const subject = useSubjectId();
  return useMemo(() => (subject === undefined ? api : apiFor(api, subject)), [api, subject]);
};
