import { type Upload, uploadLimits } from '@hofn/contracts';
import { errorText, formatNumber, formatPercent, type Language } from '@hofn/texts';
import type { FileRowTexts, UploadedFile } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { Api } from '../session/api.ts';
import { ApiError, asApiError, canRetry } from '../session/api-error.ts';
import { sendFile, type UploadCalls } from './send-file.ts';
import {
  isImage,
  newRow,
  type Row,
  rowsOf,
  type ShownRow,
  shownRows,
  type UploadList,
} from './upload-rows.ts';
import { useThumbnails } from './useThumbnails.ts';

type Calls = {
  /** API client of the customer or visitor. */
  api: Pick<Api, 'get' | 'delete' | 'bytes'>;
  announce: (offer: { name: string; bytes: number }, key: string) => Promise<Upload>;
  /** Called when a file has passed its check. */
  onClean?: () => void;
  /** Fetches the content of an earlier upload, for its thumbnail. */
  content?: (id: string) => Promise<Blob>;
};

type Translator = ReturnType<typeof useTexts<'portal'>>;

const megabyte = 1024 * 1024;

/** `3,1 MB`, `412 kB` */
export const formatSize = (language: Language, bytes: number): string =>
  bytes < megabyte / 10
    ? `${formatNumber(language, Math.max(1, Math.round(bytes / 1024)))}\u00a0kB`
    : `${formatNumber(language, Math.round((bytes / megabyte) * 10) / 10)}\u00a0MB`;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A row as the file list shows it. */
const describeRow = (
  t: Translator,
  { id, name, file, upload, error, reason }: ShownRow,
  thumbnail: string | undefined,
): UploadedFile => {
  const common = { id, name, isImage: isImage(name), thumbnail };
  const refusal = reason ?? upload?.reason ?? undefined;
  if (refusal !== undefined) return { ...common, state: 'refused', status: errorText(t, refusal) };
  if (error) {
    const [fieldError] = Object.values(error.errors).flat();
    const isRetryable = canRetry(error);
    return {
      ...common,
      state: 'refused',
      status: fieldError ?? (isRetryable ? t('claim|fileStopped') : errorText(t, error.errorCode)),
      canRetry: isRetryable,
    };
  }
  if (!upload) return { ...common, state: 'waiting', status: t('claim|fileWaiting') };
  const size = formatSize(t.language, upload.bytes);
  if (upload.state === 'clean') return { ...common, state: 'done', status: t('claim|fileDone', { size }) };
  if (upload.state === 'checking')
    return { ...common, state: 'uploading', progress: 1, status: t('claim|fileChecking') };
  if (!file) return { ...common, state: 'refused', status: t('claim|fileStopped') };
  return {
    ...common,
    state: 'uploading',
    progress: upload.received / upload.bytes,
    status: t('claim|fileSending', { sent: formatSize(t.language, upload.received), size }),
  };
};

const rowTexts = (t: Translator): FileRowTexts => ({
  remove: (name) => t('claim|removeFile', { name }),
  cancel: (name) => t('claim|cancelFile', { name }),
  retry: t('global|retry'),
  progress: (name, progress) =>
    t('claim|fileProgress', { name, percent: formatPercent(t.language, Math.round(progress * 100)) }),
});

const deleteUpload = (api: Calls['api'], id: string) => api.delete('/api/upload/v1/{id}', { params: { id } });

/** The calls that upload one file. */
const uploadCalls = ({ api, announce }: Calls, file: File, { signal }: AbortController): UploadCalls => ({
  announce: async (key) => {
    const announced = await announce({ name: file.name, bytes: file.size }, key);
    // Removed during the announcement, so `remove` had no upload id yet: delete the upload here.
    if (signal.aborted) await deleteUpload(api, announced.id);
    return announced;
  },
  read: (id) => api.get('/api/upload/v1/{id}', { params: { id }, signal }),
  part: (id, offset, content) =>
    api.bytes('/api/upload/v1/{id}/content', content, { params: { id }, query: { offset }, signal }),
});

/**
 * Uploads the selected files one at a time and tracks their progress. Selecting the file of an incomplete upload again
 * resumes the upload.
 * @param list earlier uploads, which the files of this page join once they have passed their check
 */
export const useUploads = (calls: Calls, list?: UploadList) => {
  const { api, onClean, content } = calls;
  const t = useTexts<'portal'>();
  const [rows, setRows] = useState<Row[]>([]);
  // Serial queue: each file completes before the next starts.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const shown = shownRows(list, rows);
  const latest = useRef({ rows, shown });
  latest.current = { rows, shown };
  const { thumbnails, showChosen } = useThumbnails(shown, content);

  useEffect(
    () => () => {
      for (const { stop } of latest.current.rows) stop.abort();
    },
    [],
  );

  const change = (id: string, fields: Partial<Row>) =>
    setRows((previous) => previous.map((row) => (row.id === id ? { ...row, ...fields } : row)));
  const put = (row: Row) =>
    setRows((previous) =>
      previous.some(({ id }) => id === row.id)
        ? previous.map((other) => (other.id === row.id ? row : other))
        : [...previous, row],
    );
  const drop = (id: string) => setRows((previous) => previous.filter((row) => row.id !== id));

  const upload = async ({ id, file, upload: earlier, stop }: Row): Promise<void> => {
    if (!file || stop.signal.aborted) return;
    try {
      const sent = await sendFile(file, uploadCalls(calls, file, stop), {
        key: id,
        ...(earlier && { started: earlier }),
        // A clean upload is first put on the list, so that its row stays.
        onProgress: (progress) => progress.state === 'clean' || change(id, { upload: progress }),
        signal: stop.signal,
        wait,
      });
      if (sent.state === 'clean')
        list?.change((uploads) => [...uploads.filter((other) => other.id !== sent.id), sent]);
      change(id, { upload: sent });
      if (sent.state === 'clean') onClean?.();
    } catch (error) {
      if (!stop.signal.aborted) change(id, { error: asApiError(error) });
    }
  };
  const enqueue = (row: Row): void => {
    queue.current = queue.current.then(() => upload(row));
  };

  const choose = (files: readonly File[]): void => {
    for (const row of rowsOf(files, latest.current.shown)) {
      put(row);
      if (row.reason !== undefined) continue;
      enqueue(row);
      showChosen(row);
    }
  };

  const remove = async (id: string): Promise<void> => {
    const { rows: own, shown: all } = latest.current;
    own.find((row) => row.id === id)?.stop.abort();
    const row = all.find((other) => other.id === id);
    drop(id);
    const { upload: removed } = row ?? {};
    if (!row || !removed) return;
    list?.change((uploads) => uploads.filter((other) => other.id !== removed.id));
    try {
      await deleteUpload(api, removed.id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      // The upload still exists, so restore the row for another attempt.
      list?.change((uploads) => [...uploads, removed]);
      put(newRow({ ...row, error: asApiError(error), stop: new AbortController() }));
    }
  };

  const retry = (id: string): void => {
    const row = latest.current.rows.find((other) => other.id === id);
    if (!row) return;
    const retried = { ...row, error: undefined, stop: new AbortController() };
    put(retried);
    enqueue(retried);
  };

  return {
    files: shown.map((row) => describeRow(t, row, thumbnails[row.id])),
    words: rowTexts(t),
    choose,
    remove: (id: string) => void remove(id),
    retry,
    /** Ids of uploads that the API has not refused. */
    ids: shown.flatMap(({ upload }) => (upload && upload.state !== 'refused' ? [upload.id] : [])),
    /** Whether every file not rejected in the browser has been uploaded and has passed its check. */
    isSettled: shown.every(({ upload, reason }) => reason !== undefined || upload?.state === 'clean'),
    isFull: shown.filter(({ reason }) => reason === undefined).length >= uploadLimits.files,
  };
};
export type Uploads = ReturnType<typeof useUploads>;

/** `accept` attribute of the file picker; the API validates the content. */
export const acceptedFiles =
  '.pdf,.jpg,.jpeg,.png,.heic,.heif,.docx,image/jpeg,image/png,image/heic,application/pdf';
