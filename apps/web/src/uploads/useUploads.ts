import { type Upload, uploadLimits } from '@hofn/contracts';
import { errorText, formatNumber, formatPercent, type Language } from '@hofn/texts';
import type { FileRowWords, SentFile } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { Api } from '../session/api.ts';
import { ApiError, unreachable } from '../session/api-error.ts';
import { sendFile } from './send-file.ts';

type Calls = {
  /** Of whoever sends: a customer, or someone who has not signed in. */
  api: Pick<Api, 'get' | 'delete' | 'bytes'>;
  announce: (offer: { name: string; bytes: number }, key: string) => Promise<Upload>;
  /** Told of each file that is here and clean; whoever shows it among the papers takes it over from this list. */
  onClean?: () => void;
};

type Row = {
  id: string;
  name: string;
  file: File | undefined;
  upload: Upload | undefined;
  fault: ApiError | undefined;
  /** Given up because it is no file that is taken, before anything was sent. */
  reason: string | undefined;
  stop: AbortController;
};

const mega = 1024 * 1024;

/** `3,1 MB`, `412 kB` */
export const sizeOf = (language: Language, bytes: number): string =>
  bytes < mega / 10
    ? `${formatNumber(language, Math.max(1, Math.round(bytes / 1024)))}\u00a0kB`
    : `${formatNumber(language, Math.round((bytes / mega) * 10) / 10)}\u00a0MB`;

const isImage = (name: string) => /\.(?:jpe?g|png|heic|heif)$/i.test(name);
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What a file is refused for before it is sent; the service looks again. */
const faultOf = (file: File, others: readonly Row[]): string | undefined => {
  if (file.size === 0) return 'uploadEmpty';
  if (file.size > uploadLimits.bytes) return 'uploadTooLarge';
  const taken = others.filter(({ reason, upload }) => reason === undefined && upload?.state !== 'refused');
  if (taken.length >= uploadLimits.files) return 'uploadTooMany';
  const bytes = taken.reduce((sum, row) => sum + (row.upload?.bytes ?? row.file?.size ?? 0), file.size);
  return bytes > uploadLimits.totalBytes ? 'uploadTotalTooLarge' : undefined;
};

/**
 * Files that are chosen, sent one after another, and shown with how far they have come.
 * @param begun files that were sent before, of which some may not have come whole: choosing the same file again goes
 * on with it
 */
export const useUploads = ({ api, announce, onClean }: Calls, begun: readonly Upload[] = []) => {
  const t = useTexts<'portal'>();
  const [rows, setRows] = useState<Row[]>(() =>
    begun.map((upload) => ({
      id: upload.id,
      name: upload.name,
      file: undefined,
      upload,
      fault: undefined,
      reason: undefined,
      stop: new AbortController(),
    })),
  );
  // One file at a time, so that the first is whole before the last is begun.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const current = useRef(rows);
  current.current = rows;

  useEffect(
    () => () => {
      for (const { stop } of current.current) stop.abort();
    },
    [],
  );

  const change = (id: string, part: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, ...part } : row)));

  const drop = (id: string) => api.delete('/api/upload/v1/{id}', { params: { id } });

  const send = ({ id, file, upload, stop }: Row): void => {
    if (!file) return;
    const work = async () => {
      if (stop.signal.aborted) return;
      try {
        const sent = await sendFile(
          file,
          {
            announce: async (key) => {
              const begun = await announce({ name: file.name, bytes: file.size }, key);
              // Taken away while it was announced: nobody else knows what to take back.
              if (stop.signal.aborted) await drop(begun.id);
              return begun;
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
            ...(upload && { begun: upload }),
            onProgress: (progress) => change(id, { upload: progress }),
            signal: stop.signal,
            wait,
          },
        );
        if (sent.state === 'clean' && onClean) {
          setRows((all) => all.filter((row) => row.id !== id));
          onClean();
        } else change(id, { upload: sent });
      } catch (error) {
        if (!stop.signal.aborted)
          change(id, { fault: error instanceof ApiError ? error : unreachable(error) });
      }
    };
    queue.current = queue.current.then(work);
  };

  const choose = (files: readonly File[]): void => {
    const all = [...current.current];
    for (const file of files) {
      const half = all.find(
        (row) =>
          row.upload?.state === 'receiving' &&
          row.name === file.name &&
          row.upload.bytes === file.size &&
          (row.file === undefined || row.fault),
      );
      const reason = half ? undefined : faultOf(file, all);
      const row: Row = {
        id: half?.id ?? crypto.randomUUID(),
        name: file.name,
        file,
        upload: half?.upload,
        fault: undefined,
        reason,
        stop: new AbortController(),
      };
      if (half) all.splice(all.indexOf(half), 1, row);
      else all.push(row);
      if (reason === undefined) send(row);
    }
    setRows(all);
  };

  const remove = async (id: string): Promise<void> => {
    const row = current.current.find((one) => one.id === id);
    row?.stop.abort();
    setRows((all) => all.filter((one) => one.id !== id));
    if (!row?.upload) return;
    try {
      await drop(row.upload.id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      // It is still there, so it is shown again, to be taken away another time.
      const fault = error instanceof ApiError ? error : unreachable(error);
      setRows((all) => [...all, { ...row, fault, stop: new AbortController() }]);
    }
  };

  const retry = (id: string): void => {
    const row = current.current.find((one) => one.id === id);
    if (!row) return;
    const again = { ...row, fault: undefined, stop: new AbortController() };
    setRows((all) => all.map((one) => (one.id === id ? again : one)));
    send(again);
  };

  const shown = ({ id, name, file, upload, fault, reason }: Row): SentFile => {
    const common = { id, name, image: isImage(name) };
    const refusal = reason ?? upload?.reason ?? undefined;
    if (refusal !== undefined) return { ...common, state: 'refused', status: errorText(t, refusal) };
    if (fault) {
      const [why] = Object.values(fault.errors).flat();
      const passes = fault.status === 0 || fault.status === 429 || fault.status >= 500;
      return {
        ...common,
        state: 'refused',
        status: why ?? (passes ? t('claim|fileStopped') : errorText(t, fault.errorCode)),
        retry: passes,
      };
    }
    if (!upload) return { ...common, state: 'waiting', status: t('claim|fileWaiting') };
    const size = sizeOf(t.language, upload.bytes);
    if (upload.state === 'clean') return { ...common, state: 'done', status: t('claim|fileDone', { size }) };
    if (upload.state === 'checking')
      return { ...common, state: 'uploading', progress: 1, status: t('claim|fileChecking') };
    if (!file) return { ...common, state: 'refused', status: t('claim|fileStopped') };
    return {
      ...common,
      state: 'uploading',
      progress: upload.received / upload.bytes,
      status: t('claim|fileSending', { sent: sizeOf(t.language, upload.received), size }),
    };
  };
  const words: FileRowWords = {
    remove: (name) => t('claim|removeFile', { name }),
    cancel: (name) => t('claim|cancelFile', { name }),
    retry: t('global|retry'),
    progress: (name, progress) =>
      t('claim|fileProgress', { name, percent: formatPercent(t.language, Math.round(progress * 100)) }),
  };
  return {
    files: rows.map(shown),
    words,
    choose,
    remove: (id: string) => void remove(id),
    retry,
    /** Ids of those that the service has, and that it has not refused. */
    ids: rows.flatMap(({ upload }) => (upload && upload.state !== 'refused' ? [upload.id] : [])),
    /** Whether every file that is not refused has come. */
    settled: rows.every(({ upload, reason }) => reason !== undefined || upload?.state === 'clean'),
    full: rows.filter(({ reason }) => reason === undefined).length >= uploadLimits.files,
  };
};
export type Uploads = ReturnType<typeof useUploads>;

/** What the browser offers to choose from; the service looks at the bytes. */
export const acceptedFiles =
  '.pdf,.jpg,.jpeg,.png,.heic,.heif,.docx,image/jpeg,image/png,image/heic,application/pdf';
