import { type Upload, uploadLimits } from '@hofn/contracts';
import { errorText, formatNumber, formatPercent, type Language } from '@hofn/texts';
import type { FileRowTexts, UploadedFile } from '@hofn/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { Api } from '../session/api.ts';
import { ApiError, asApiError, canRetry } from '../session/api-error.ts';
import { sendFile, type UploadCalls } from './send-file.ts';
import { thumbnailOf } from './thumbnail.ts';

type Calls = {
  /** API client of the customer or visitor. */
  api: Pick<Api, 'get' | 'delete' | 'bytes'>;
  announce: (offer: { name: string; bytes: number }, key: string) => Promise<Upload>;
  /**
   * Called when a file passes its check. The file is then removed from this list, because the caller shows it
   * elsewhere.
   */
  onClean?: () => void;
  /** Fetches the content of an earlier upload, for its thumbnail. */
  content?: (id: string) => Promise<Blob>;
};

type Row = {
  id: string;
  name: string;
  file: File | undefined;
  upload: Upload | undefined;
  error: ApiError | undefined;
  /** Reason the file was rejected in the browser, before any request. */
  reason: string | undefined;
  /** Data URL of a small picture of a photo. */
  thumbnail: string | undefined;
  stop: AbortController;
};

type Translator = ReturnType<typeof useTexts<'portal'>>;

const megabyte = 1024 * 1024;

/** `3,1 MB`, `412 kB` */
export const formatSize = (language: Language, bytes: number): string =>
  bytes < megabyte / 10
    ? `${formatNumber(language, Math.max(1, Math.round(bytes / 1024)))}\u00a0kB`
    : `${formatNumber(language, Math.round((bytes / megabyte) * 10) / 10)}\u00a0MB`;

const newRow = (fields: Pick<Row, 'id' | 'name'> & Partial<Row>): Row => ({
  file: undefined,
  upload: undefined,
  error: undefined,
  reason: undefined,
  thumbnail: undefined,
  stop: new AbortController(),
  ...fields,
});

const isImage = (name: string) => /\.(?:jpe?g|png|heic|heif)$/i.test(name);
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Client-side rejection of a file; the API validates again. */
const rejectionReason = (file: File, others: readonly Row[]): string | undefined => {
  if (file.size === 0) return 'uploadEmpty';
  if (file.size > uploadLimits.bytes) return 'uploadTooLarge';
  const accepted = others.filter(({ reason, upload }) => reason === undefined && upload?.state !== 'refused');
  if (accepted.length >= uploadLimits.files) return 'uploadTooMany';
  const bytes = accepted.reduce((sum, row) => sum + (row.upload?.bytes ?? row.file?.size ?? 0), file.size);
  return bytes > uploadLimits.totalBytes ? 'uploadTotalTooLarge' : undefined;
};

/** A row as the file list shows it. */
const describeRow = (
  t: Translator,
  { id, name, file, upload, error, reason, thumbnail }: Row,
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

/** Adds files to a list. Choosing the file of an incomplete upload again resumes it. */
const addFiles = (rows: readonly Row[], files: readonly File[]): { rows: Row[]; added: Row[] } => {
  const newRows = [...rows];
  const added = files.map((file) => {
    const unfinished = newRows.find(
      (row) =>
        row.upload?.state === 'receiving' &&
        row.name === file.name &&
        row.upload.bytes === file.size &&
        (row.file === undefined || row.error),
    );
    const row = newRow({
      id: unfinished?.id ?? crypto.randomUUID(),
      name: file.name,
      file,
      upload: unfinished?.upload,
      reason: unfinished ? undefined : rejectionReason(file, newRows),
    });
    if (unfinished) newRows.splice(newRows.indexOf(unfinished), 1, row);
    else newRows.push(row);
    return row;
  });
  return { rows: newRows, added };
};

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
 * Uploads the selected files one at a time and tracks their progress.
 * @param started earlier uploads; selecting the file of an incomplete upload again resumes the upload
 */
export const useUploads = (calls: Calls, started: readonly Upload[] = []) => {
  const { api, onClean, content } = calls;
  const t = useTexts<'portal'>();
  const [rows, setRows] = useState<Row[]>(() =>
    started.map((upload) => newRow({ id: upload.id, name: upload.name, upload })),
  );
  // Serial queue: each file completes before the next starts.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const latestRows = useRef(rows);
  latestRows.current = rows;

  useEffect(
    () => () => {
      for (const { stop } of latestRows.current) stop.abort();
    },
    [],
  );

  const change = (id: string, fields: Partial<Row>) =>
    setRows((previous) => previous.map((row) => (row.id === id ? { ...row, ...fields } : row)));

  const showThumbnail = async (id: string, photo: Promise<Blob>): Promise<void> => {
    const thumbnail = await photo.then(thumbnailOf, () => undefined);
    if (thumbnail) change(id, { thumbnail });
  };
  // One after the other, as files are sent: photos are large, and none is needed to fill in the form.
  const showEarlier = useEffectEvent(async () => {
    for (const { id, name, upload, stop } of latestRows.current)
      if (content && upload?.state === 'clean' && isImage(name) && !stop.signal.aborted)
        await showThumbnail(id, content(id));
  });
  useEffect(() => void showEarlier(), []);

  const upload = async ({ id, file, upload: earlier, stop }: Row): Promise<void> => {
    if (!file || stop.signal.aborted) return;
    try {
      const sent = await sendFile(file, uploadCalls(calls, file, stop), {
        key: id,
        ...(earlier && { started: earlier }),
        onProgress: (progress) => change(id, { upload: progress }),
        signal: stop.signal,
        wait,
      });
      if (sent.state === 'clean' && onClean) {
        setRows((previous) => previous.filter((row) => row.id !== id));
        onClean();
      } else change(id, { upload: sent });
    } catch (error) {
      if (!stop.signal.aborted) change(id, { error: asApiError(error) });
    }
  };
  const enqueue = (row: Row): void => {
    queue.current = queue.current.then(() => upload(row));
  };

  const choose = (files: readonly File[]): void => {
    const { rows: newRows, added } = addFiles(latestRows.current, files);
    for (const row of added) {
      if (row.reason !== undefined) continue;
      enqueue(row);
      if (row.file && isImage(row.name)) void showThumbnail(row.id, Promise.resolve(row.file));
    }
    setRows(newRows);
  };

  const remove = async (id: string): Promise<void> => {
    const row = latestRows.current.find((other) => other.id === id);
    row?.stop.abort();
    setRows((previous) => previous.filter((other) => other.id !== id));
    if (!row?.upload) return;
    try {
      await deleteUpload(api, row.upload.id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      // The upload still exists, so restore the row for another attempt.
      const apiError = asApiError(error);
      setRows((previous) => [...previous, { ...row, error: apiError, stop: new AbortController() }]);
    }
  };

  const retry = (id: string): void => {
    const row = latestRows.current.find((other) => other.id === id);
    if (!row) return;
    const retried = { ...row, error: undefined, stop: new AbortController() };
    setRows((previous) => previous.map((other) => (other.id === id ? retried : other)));
    enqueue(retried);
  };

  return {
    files: rows.map((row) => describeRow(t, row)),
    words: rowTexts(t),
    choose,
    remove: (id: string) => void remove(id),
    retry,
    /** Ids of uploads that the API has not refused. */
    ids: rows.flatMap(({ upload }) => (upload && upload.state !== 'refused' ? [upload.id] : [])),
    /** Whether every file not rejected in the browser has been uploaded and has passed its check. */
    isSettled: rows.every(({ upload, reason }) => reason !== undefined || upload?.state === 'clean'),
    isFull: rows.filter(({ reason }) => reason === undefined).length >= uploadLimits.files,
  };
};
export type Uploads = ReturnType<typeof useUploads>;

/** `accept` attribute of the file picker; the API validates the content. */
export const acceptedFiles =
  '.pdf,.jpg,.jpeg,.png,.heic,.heif,.docx,image/jpeg,image/png,image/heic,application/pdf';
