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
import { type ApiError, asApiError } from './api-error.ts';
import { useSession, useSessionParts } from './session.tsx';
import { useApi } from './use-api.ts';
import { type CallResult, useSubjectId } from './use-call.ts';

/** Saves a file as a download. A plain link would not send the token that the API needs. */
export const save = ({ name, content }: ReceivedFile): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL in a later task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Fetches and saves files, one at a time. `busy` is the id of the pending one. `saveFile` resolves to its success. */
export const useSaveFile = <Id extends string>() => {
  const [busy, setBusy] = useState<Id>();
  const [error, setError] = useState<ApiError>();
  const saveFile = async (id: Id, fetchContent: () => Promise<ReceivedFile>): Promise<boolean> => {
    if (busy) return false;
    setBusy(id);
    setError(undefined);
    try {
      save(await fetchContent());
      return true;
    } catch (failure) {
      setError(asApiError(failure));
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, error, saveFile };
};

/** Exports a list as a file. `busy` is the type of the pending file. */
export const useExport = <P extends FilePath>(path: P, query?: FileQuery<P>) => {
  const api = useApi();
  const { busy, error, saveFile } = useSaveFile<FileType>();
  return { busy, error, fetchFile: (type: FileType) => saveFile(type, () => api.file(path, type, query)) };
};

/** Downloads files. `busy` is the `name` of the pending one. */
export const useDownload = () => {
  const api = useApi();
  const { busy, error, saveFile } = useSaveFile<string>();
  const download = <P extends DownloadPath>(
    name: string,
    path: P,
    ...input: InputArgument<'GET', P, FileSettings>
  ) => saveFile(name, () => api.download(path, ...input));
  return { busy, error, download };
};

/** Fetches a file to show on the page, once per page load. */
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
  if (error && !isFetching) return { state: 'error', error: asApiError(error), retry };
  return { state: 'loading', retry };
};

/** Returns a function that fetches files one after the other, without saving them. */
export const useFetchFiles = <P extends DownloadPath>(path: P) => {
  const api = useApi();
  return async (inputs: ReadonlyArray<InputArgument<'GET', P>>): Promise<ReceivedFile[]> => {
    const files: ReceivedFile[] = [];
    for (const input of inputs) files.push(await api.download(path, ...input));
    return files;
  };
};
