import type { Upload } from '@hofn/contracts';

/** What a file is sent over: the calls of the contract, or what a test stands in for them. */
export type Way = {
  /** Says that a file is coming; the same key for the same file is the same upload. */
  announce(key: string): Promise<Upload>;
  read(id: string): Promise<Upload>;
  part(id: string, offset: number, content: Blob): Promise<Upload>;
};

type Settings = {
  /** The upload that this file was sent as before, to go on with. */
  begun?: Upload;
  key: string;
  onProgress: (upload: Upload) => void;
  signal: AbortSignal;
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>;
};

/** As many bytes as go in one request: small enough to arrive on a slow network before the service gives up. */
export const partBytes = 256 * 1024;
const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** How often in a row sending may fail before the reader is asked. */
export const mostFailures = 6;
const checkMs = 1_200;
const mostChecks = 100;

/** Whether sending again may help: no answer, too much load, or a part behind it that does not answer. */
const mayPass = (error: unknown): boolean => {
  const status = (error as { status?: number }).status ?? 0;
  return status === 0 || status === 429 || status >= 500;
};

/**
 * Sends a file in parts, and goes on after a broken connection from the byte that the service has. Resolves once the
 * file has been checked, or when checking takes longer than a reader waits.
 * @throws the last failure when it fails six times in a row, or what the service refuses the file with
 */
export const sendFile = async (file: Blob, way: Way, settings: Settings): Promise<Upload> => {
  const { key, onProgress, signal, wait } = settings;
  let failures = 0;
  /** Does one step, again after a failure that may pass. */
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
        if (signal.aborted || !mayPass(error) || failures >= mostFailures) throw error;
        await wait(Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs));
      }
    }
  };

  const { begun } = settings;
  let upload = await step(() => (begun ? way.read(begun.id) : way.announce(key)));
  while (upload.state === 'receiving') {
    const { id, received } = upload;
    upload = await step(() => way.part(id, received, file.slice(received, received + partBytes)));
  }
  for (let checks = 0; upload.state === 'checking' && checks < mostChecks; checks += 1) {
    await wait(checkMs);
    const { id } = upload;
    upload = await step(() => way.read(id));
  }
  return upload;
};
