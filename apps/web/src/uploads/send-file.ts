import type { Upload } from '@hofn/contracts';

/** Calls that a file is uploaded with: those of the contract, or a test's. */
export type UploadCalls = {
  /** Announces a file; the same key for the same file is the same upload. */
  announce(key: string): Promise<Upload>;
  read(id: string): Promise<Upload>;
  part(id: string, offset: number, content: Blob): Promise<Upload>;
};

type Settings = {
  /** An earlier upload of this file, to continue. */
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
/** Consecutive failures before the user is asked. */
export const maxFailures = 6;
const checkMs = 1_200;
const maxChecks = 100;

/** Whether a retry may succeed: no response, rate limit or server failure. */
const canRetry = (error: unknown): boolean => {
  const status = (error as { status?: number }).status ?? 0;
  return status === 0 || status === 429 || status >= 500;
};

/**
 * Uploads a file in parts, continuing after a network failure from the byte that the API has. Resolves once the file has
 * been checked, or when the check takes too long to wait for.
 * @throws the last error after six consecutive failures, or the reason the API refuses the file
 */
export const sendFile = async (file: Blob, calls: UploadCalls, settings: Settings): Promise<Upload> => {
  const { key, onProgress, signal, wait } = settings;
  let failures = 0;
  /** Runs one step, retrying after failures that may pass. */
  const step = async (work: () => Promise<Upload>): Promise<Upload> => {
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
  let upload = await step(() => (started ? calls.read(started.id) : calls.announce(key)));
  while (upload.state === 'receiving') {
    const { id, received } = upload;
    upload = await step(() => calls.part(id, received, file.slice(received, received + partBytes)));
  }
  for (let checks = 0; upload.state === 'checking' && checks < maxChecks; checks += 1) {
    await wait(checkMs);
    const { id } = upload;
    upload = await step(() => calls.read(id));
  }
  return upload;
};
