import { useMemo } from 'react';
import type { Api } from './api.ts';
import { useSessionParts } from './session.tsx';
import { useSubjectId } from './use-call.ts';

/** The API for one subject: each call is about the subject, also when the page has changed to another meanwhile. */
const apiFor = (api: Api, actingFor: string): Api => {
  // The methods differ in their types alone: each takes its input last.
  const about = (method: 'get' | 'post' | 'delete' | 'download') =>
    ((path: string, input?: object) =>
      (api[method] as (path: string, input: object) => unknown)(path, { ...input, actingFor })) as never;
  return {
    get: about('get'),
    post: about('post'),
    delete: about('delete'),
    download: about('download'),
    bytes: (path, content, input) => api.bytes(path, content, { ...input, actingFor }),
    file: (path, type, query) => api.file(path, type, query, { actingFor }),
  };
};

/** The API, about the subject whose screen calls it (rule HOLD-2). */
export const useApi = (): Api => {
  const { api } = useSessionParts();
  const subject = useSubjectId();
  return useMemo(() => (subject === undefined ? api : apiFor(api, subject)), [api, subject]);
};
