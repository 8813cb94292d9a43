import { type Upload, uploadLimits } from '@hofn/contracts';
import { errorText, formatNumber, formatPercent, type Language } from '@hofn/texts';
import type { FileRowTexts, UploadedFile } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { Api } from '../session/api.ts';
import { ApiError, unreachable } from '../session/api-error.ts';
import { sendFile } from './send-file.ts';

type Calls = {
  /** API client of the customer or visitor. */
  api: Pick<Api, 'get' | 'delete' | 'bytes'>;
  announce: (offer: { name: string; bytes: number }, key: string) => Promise<Upload>;
  /**
   * Called when a file passes its check. The file is then removed from this list, because the caller shows it
   * elsewhere.
   */
  onClean?: () => void;
};

type Row = {
  id: string;
  name: string;
  file: File | undefined;
  upload: Upload | undefined;
  error: ApiError | undefined;
  /** Reason the file was rejected in the browser, before any request. */
  reason: string | undefined;
  stop: AbortController;
};

const megabyte = 1024 * 1024;

/** `3,1 MB`, `412 kB` */
export const formatSize = (language: Language, bytes: number): string =>
  bytes < megabyte / 10
    ? `${formatNumber(language, Math.max(1, Math.round(bytes / 1024)))}\u00a0kB`
    : `${formatNumber(language, Math.round((bytes / megabyte) * 10) / 10)}\u00a0MB`;

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

/**
 * Uploads the selected files one at a time and tracks their progress.
 * @param started earlier uploads; selecting the file of an incomplete upload again resumes the upload
 */
export const useUploads = ({ api, announce, onClean }: Calls, started: readonly Upload[] = []) => {
  const t = useTexts<'portal'>();
  const [rows, setRows] = useState<Row[]>(() =>
    started.map((upload) => ({
      id: upload.id,
      name: upload.name,
      file: undefined,
      upload,
      error: undefined,
      reason: undefined,
      stop: new AbortController(),
    })),
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

  const deleteUpload = (id: string) => api.delete('/api/upload/v1/{id}', { params: { id } });

  const send = ({ id, file, upload, stop }: Row): void => {
    if (!file) return;
    const work = async () => {
      if (stop.signal.aborted) return;
      try {
        const sent = await sendFile(
          file,
          {
            announce: async (key) => {
              const announced = await announce({ name: file.name, bytes: file.size }, key);
              // Removed during the announcement, so `remove` had no upload id yet: delete the upload here.
              if (stop.signal.aborted) await deleteUpload(announced.id);
              return announced;
            },
            read: (uploadId) =>
              api.get('/api/upload/v1/{id}', { params: { id: uploadId }, signal: stop.signal }),
            part: (uploadId, offset, content) =>
              api.bytes('/api/upload/v1/{id}/content', content, {
                params: { id: uploadId },
                query: { offset },
                signal: stop.signal,
              }),
          },
          {
            key: id,
            ...(upload && { started: upload }),
            onProgress: (progress) => change(id, { upload: progress }),
            signal: stop.signal,
            wait,
          },
        );
        if (sent.state === 'clean' && onClean) {
          setRows((previous) => previous.filter((row) => row.id !== id));
          onClean();
        } else change(id, { upload: sent });
      } catch (error) {
        if (!stop.signal.aborted)
          change(id, { error: error instanceof ApiError ? error : unreachable(error) });
      }
    };
    queue.current = queue.current.then(work);
  };

  const choose = (files: readonly File[]): void => {
    const newRows = [...latestRows.current];
    for (const file of files) {
      const unfinished = newRows.find(
        (row) =>
          row.upload?.state === 'receiving' &&
          row.name === file.name &&
          row.upload.bytes === file.size &&
          (row.file === undefined || row.error),
      );
      const reason = unfinished ? undefined : rejectionReason(file, newRows);
      const row: Row = {
        id: unfinished?.id ?? crypto.randomUUID(),
        name: file.name,
        file,
        upload: unfinished?.upload,
        error: undefined,
        reason,
        stop: new AbortController(),
      };
      if (unfinished) newRows.splice(newRows.indexOf(unfinished), 1, row);
      else newRows.push(row);
      if (reason === undefined) send(row);
    }
    setRows(newRows);
  };

  const remove = async (id: string): Promise<void> => {
    const row = latestRows.current.find((other) => other.id === id);
    row?.stop.abort();
    setRows((previous) => previous.filter((other) => other.id !== id));
    if (!row?.upload) return;
    try {
      await deleteUpload(row.upload.id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      // The upload still exists, so restore the row for another attempt.
      const apiError = error instanceof ApiError ? error : unreachable(error);
      setRows((previous) => [...previous, { ...row, error: apiError, stop: new AbortController() }]);
    }
  };

  const retry = (id: string): void => {
    const row = latestRows.current.find((other) => other.id === id);
    if (!row) return;
    const retried = { ...row, error: undefined, stop: new AbortController() };
    setRows((previous) => previous.map((other) => (other.id === id ? retried : other)));
    send(retried);
  };

  const describeRow = ({ id, name, file, upload, error, reason }: Row): UploadedFile => {
    const common = { id, name, image: isImage(name) };
    const refusal = reason ?? upload?.reason ?? undefined;
    if (refusal !== undefined) return { ...common, state: 'refused', status: errorText(t, refusal) };
    if (error) {
      const [fieldError] = Object.values(error.errors).flat();
      const canRetry = error.status === 0 || error.status === 429 || error.status >= 500;
      return {
        ...common,
        state: 'refused',
        status: fieldError ?? (canRetry ? t('claim|fileStopped') : errorText(t, error.errorCode)),
        retry: canRetry,
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
  const words: FileRowTexts = {
    remove: (name) => t('claim|removeFile', { name }),
    cancel: (name) => t('claim|cancelFile', { name }),
    retry: t('global|retry'),
    progress: (name, progress) =>
      t('claim|fileProgress', { name, percent: formatPercent(t.language, Math.round(progress * 100)) }),
  };
  return {
    files: rows.map(describeRow),
    words,
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
