import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  DownloadPath,
  FilePath,
  FileQuery,
  FileSettings,
  FileType,
  InputArgument,
  ReceivedFile,
} from './api.ts';
import { ApiError, unreachable } from './api-error.ts';
import { useSession, useSessionParts } from './session.tsx';
import { useApi } from './use-api.ts';
import { type CallResult, useSubjectId } from './use-call.ts';

/** Hands a file to the browser, as if a link to it had been pressed: the API wants a token, which no link carries. */
export const save = ({ name, content }: ReceivedFile): void => {
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
      save(await fetchIt());
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : unreachable(failure));
    }
    setBusy(undefined);
  };
  return { busy, error, saveFile };
};

/** Fetches a list as a file and saves it. `busy` is the type under way. */
export const useFile = <P extends FilePath>(path: P, query?: FileQuery<P>) => {
  const api = useApi();
  const { busy, error, saveFile } = useSaving<FileType>();
  return { busy, error, fetchFile: (type: FileType) => saveFile(type, () => api.file(path, type, query)) };
};

/** Fetches single files and saves them. `busy` is the name that was given to the one under way. */
export const useDownload = () => {
  const api = useApi();
  const { busy, error, saveFile } = useSaving<string>();
  const download = <P extends DownloadPath>(name: string, path: P, ...input: InputArgument<'GET', P>) =>
    saveFile(name, () => api.download(path, ...input));
  return { busy, error, download };
};

/** Fetches a file to be shown on the page itself, once while the page is open. */
export const useFileContent = <P extends DownloadPath>(
  path: P,
  ...input: InputArgument<'GET', P, FileSettings>
): CallResult<ReceivedFile> => {
  const { api, language } = useSessionParts();
  const { status } = useSession();
  const actingFor = useSubjectId();
  const fetchFile = api.download as (path: P, input: object) => Promise<ReceivedFile>;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['file', actingFor, path, JSON.stringify(input), language()],
    queryFn: () => fetchFile(path, { ...input[0], actingFor }),
    enabled: status === 'authenticated' && actingFor !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const retry = (): void => void refetch();
  if (data) return { state: 'ready', data, retry };
  if (error && !isFetching)
    return { state: 'error', error: error instanceof ApiError ? error : unreachable(error), retry };
  return { state: 'loading', retry };
};

/** Fetches files one after the other, without saving any. */
export const useFetchFiles = <P extends DownloadPath>(path: P) => {
  const api = useApi();
  return async (inputs: ReadonlyArray<InputArgument<'GET', P>>): Promise<ReceivedFile[]> => {
    const files: ReceivedFile[] = [];
    for (const input of inputs) files.push(await api.download(path, ...input));
    return files;
  };
};
