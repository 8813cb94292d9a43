import { useState } from 'react';
import type { DownloadPath, FilePath, FileQuery, FileType, InputArgument, ReceivedFile } from './api.ts';
import { ApiError, unreachable } from './api-error.ts';
import { useSessionParts } from './session.tsx';

/** Hands a file to the browser, as if a link to it had been pressed: the API wants a token, which no link carries. */
const save = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Fetches files and saves them, one at a time. `busy` is what is under way. */
const useSaving = <What extends string>() => {
  const [busy, setBusy] = useState<What>();
  const [error, setError] = useState<ApiError>();
  const saveFile = async (what: What, fetchIt: () => Promise<ReceivedFile>): Promise<void> => {
    if (busy) return;
    setBusy(what);
    setError(undefined);
    try {
      const { name, content } = await fetchIt();
      save(name, content);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : unreachable(failure));
    }
    setBusy(undefined);
  };
  return { busy, error, saveFile };
};

/** Fetches a list as a file and saves it. `busy` is the type under way. */
export const useFile = <P extends FilePath>(path: P, query?: FileQuery<P>) => {
  const { api } = useSessionParts();
  const { busy, error, saveFile } = useSaving<FileType>();
  return { busy, error, fetchFile: (type: FileType) => saveFile(type, () => api.file(path, type, query)) };
};

/** Fetches single files and saves them. `busy` is the name that was given to the one under way. */
export const useDownload = () => {
  const { api } = useSessionParts();
  const { busy, error, saveFile } = useSaving<string>();
  const download = <P extends DownloadPath>(name: string, path: P, ...input: InputArgument<'GET', P>) =>
    saveFile(name, () => api.download(path, ...input));
  return { busy, error, download };
};
