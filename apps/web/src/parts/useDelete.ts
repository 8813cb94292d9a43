import { useState } from 'react';
import { useApi } from '../session/index.ts';
import { setNotification } from './notices.ts';

type Path =
  | '/api/user/v1/settings/accessgrants/{id}'
  | '/api/user/v1/settings/grantedaccess/{id}'
  | '/api/user/v1/settings/passkeys/{id}'
  | '/api/user/v1/settings/sessions/{id}';

/** Id of the notice that reports the result, and the text of a failure. */
type Notice = { id: string; failed: string };

/**
 * Deletes one item at a time and reports the result in a notice.
 * @param onSettled refetches the list, even after a failure: the item may already be gone
 */
export const useDelete = (path: Path, notice: Notice, onSettled: () => void) => {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  /** @param deletedText reports success */
  const deleteItem = async (id: string, deletedText: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await api.delete(path, { params: { id } });
      setNotification({ id: notice.id, text: deletedText });
    } catch {
      setNotification({ id: notice.id, kind: 'error', text: notice.failed });
    } finally {
      setBusy(false);
      onSettled();
    }
  };
  return { busy, deleteItem };
};
