import { AuthError } from './errors.ts';
import type { TokenAnswer, TokenFields } from './token-request.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

/** The page's interface to the refresh worker. */
export type RefreshWorker = {
  request(url: string, fields: TokenFields, isForm: boolean): Promise<TokenAnswer>;
  forget(): Promise<unknown>;
};

/** Creates the interface; the worker starts on first use. */
export const startRefreshWorker = (): RefreshWorker => {
  let worker: Worker | undefined;
  const ask = (request: WorkerRequest): Promise<TokenAnswer> =>
    new Promise((resolve, reject) => {
      worker ??= new Worker(new URL('./refresh-worker.ts', import.meta.url), { type: 'module' });
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        port1.close();
        if ('error' in data) reject(new AuthError(data.error.code, data.error.message));
        else resolve(data.body);
      };
      worker.onerror = (event) => reject(new AuthError('request_error', event.message || 'Failed to fetch'));
      worker.postMessage(request, [port2]);
    });
  return {
    request: (url, fields, isForm) => ask({ url, fields, isForm }),
    forget: () => ask({}),
  };
};
