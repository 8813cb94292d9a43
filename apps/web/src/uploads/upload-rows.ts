import { type Upload, uploadLimits } from '@hofn/contracts';
import type { ApiError } from '../session/api-error.ts';

/** Uploads that the API has listed, such as those of a draft, and how to change that list by what happens here. */
export type UploadList = {
  uploads: readonly Upload[];
  change: (change: (uploads: readonly Upload[]) => Upload[]) => void;
};

/** A file that this page sends, or has not been able to send or remove. */
export type Row = {
  id: string;
  name: string;
  file: File | undefined;
  upload: Upload | undefined;
  error: ApiError | undefined;
  /** Reason the file was rejected in the browser, before any request. */
  reason: string | undefined;
  stop: AbortController;
};

/** A new row, with nothing known but what is given. */
export const newRow = (fields: Pick<Row, 'id' | 'name'> & Partial<Row>): Row => ({
  file: undefined,
  upload: undefined,
  error: undefined,
  reason: undefined,
  stop: new AbortController(),
  ...fields,
});

/** A row as it is shown: of a file that this page sends, or of an upload that is only listed. */
export type ShownRow = Omit<Row, 'stop'>;

const listedRow = (upload: Upload): ShownRow => ({
  ...{ id: upload.id, name: upload.name, upload },
  ...{ file: undefined, error: undefined, reason: undefined },
});

const isSettled = (upload: Upload | undefined): boolean =>
  upload?.state === 'clean' || upload?.state === 'refused';

/** All rows: uploads in the order of their list, each as this page handles it, then files that are in no list yet. */
export const shownRows = (list: UploadList | undefined, rows: readonly Row[]): ShownRow[] => {
  if (!list) return [...rows];
  const listed = list.uploads.map((upload): ShownRow => {
    const row = rows.find((other) => other.upload?.id === upload.id);
    if (!row) return listedRow(upload);
    return isSettled(upload) ? { ...row, upload } : row;
  });
  // A file that has passed its check is the list's: it may have been removed from there since.
  const others = rows.filter(
    ({ id, upload }) => upload?.state !== 'clean' && !listed.some((row) => row.id === id),
  );
  return [...listed, ...others];
};

/** Whether a file is a photo, by its name. */
export const isImage = (name: string) => /\.(?:jpe?g|png|heic|heif)$/i.test(name);

/** Client-side rejection of a file; the API validates again. */
const rejectionReason = (file: File, others: readonly ShownRow[]): string | undefined => {
  if (file.size === 0) return 'uploadEmpty';
  if (file.size > uploadLimits.bytes) return 'uploadTooLarge';
  const accepted = others.filter(({ reason, upload }) => reason === undefined && upload?.state !== 'refused');
  if (accepted.length >= uploadLimits.files) return 'uploadTooMany';
  const bytes = accepted.reduce((sum, row) => sum + (row.upload?.bytes ?? row.file?.size ?? 0), file.size);
  return bytes > uploadLimits.totalBytes ? 'uploadTotalTooLarge' : undefined;
};

/** Rows of chosen files. Choosing the file of an incomplete upload again resumes it. */
export const rowsOf = (files: readonly File[], shown: readonly ShownRow[]): Row[] => {
  const rows = [...shown];
  return files.map((file) => {
    const unfinished = rows.find(
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
      reason: unfinished ? undefined : rejectionReason(file, rows),
    });
    if (unfinished) rows.splice(rows.indexOf(unfinished), 1, row);
    else rows.push(row);
    return row;
  });
};
