import { useState } from 'react';
import type { FilePath, FileQuery, FileType } from './api.ts';
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

/** Fetches a list as a file and saves it. `busy` is the type under way. */
export const useFile = <P extends FilePath>(path: P, query?: FileQuery<P>) => {
  const { api } = useSessionParts();
  const [busy, setBusy] = useState<FileType>();
  const [error, setError] = useState<ApiError>();
  const fetchFile = async (type: FileType): Promise<void> => {
    if (busy) return;
    setBusy(type);
    setError(undefined);
    try {
      const { name, content } = await api.file(path, type, query);
      save(name, content);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : unreachable(failure));
    }
    setBusy(undefined);
  };
  return { busy, error, fetchFile };
};
