import type { Upload } from '@hofn/contracts';

/** API calls of an upload; tests pass fakes. */
export type UploadCalls = {
  /** Creates the upload; idempotent by `key`. */
  announce(key: string): Promise<Upload>;
  read(id: string): Promise<Upload>;
  part(id: string, offset: number, content: Blob): Promise<Upload>;
};

type Settings = {
  /** Unfinished upload of this file, to continue. */
  started?: Upload;
  key: string;
  onProgress: (upload: Upload) => void;
  signal: AbortSignal;
  wait: (ms: number) => Promise<void>;
};

/** Bytes per request: small enough to arrive on a slow network before the request times out. */
export const partBytes = 256 * 1024;
const firstWaitMs = 500;
const maxWaitMs = 15_000;
/** Consecutive failures before the upload stops and offers the user a retry. */
export const maxFailures = 6;
const checkMs = 1_200;
const maxChecks = 100;

/** Whether a retry may succeed: no response, rate limit or server failure. */
const canRetry = (error: unknown): boolean => {
  const status = (error as { status?: number }).status ?? 0;
  return status === 0 || status === 429 || status >= 500;
};

/**
 * Uploads a file in parts; after a network failure the upload resumes at the API's offset. Resolves after the check of
 * the file, or when polling the check times out.
 * @throws the last error after six consecutive failures, or the API's refusal of the file
 */
export const sendFile = async (file: Blob, calls: UploadCalls, settings: Settings): Promise<Upload> => {
  const { key, onProgress, signal, wait } = settings;
  let failures = 0;
  /** Runs a request, retrying transient failures with backoff. */
  const withRetries = async (work: () => Promise<Upload>): Promise<Upload> => {
    for (;;) {
      signal.throwIfAborted();
      try {
        const upload = await work();
        failures = 0;
        onProgress(upload);
        return upload;
      } catch (error) {
        failures += 1;
        if (signal.aborted || !canRetry(error) || failures >= maxFailures) throw error;
        await wait(Math.min(firstWaitMs * 2 ** (failures - 1), maxWaitMs));
      }
    }
  };

  const { started } = settings;
  let upload = await withRetries(() => (started ? calls.read(started.id) : calls.announce(key)));
  while (upload.state === 'receiving') {
    const { id, received } = upload;
    upload = await withRetries(() => calls.part(id, received, file.slice(received, received + partBytes)));
  }
  for (let checks = 0; upload.state === 'checking' && checks < maxChecks; checks += 1) {
    await wait(checkMs);
    const { id } = upload;
    upload = await withRetries(() => calls.read(id));
  }
  return upload;
};
