import { useState } from 'react';
import { asApiError, useApi } from '../session/index.ts';
import { setNotification } from './notices.ts';

type Path =
  | '/api/user/v1/settings/accessgrants/{id}'
  | '/api/user/v1/settings/grantedaccess/{id}'
  | '/api/user/v1/settings/passkeys/{id}'
  | '/api/user/v1/settings/sessions/{id}'
  | '/api/staff/v1/security/passkeys/{id}'
  | '/api/staff/v1/security/sessions/{id}';

/** Id of the notice that reports the result, and the text of a failure; `faults` words the errors that have their own. */
type Notice = { id: string; failed: string; faults?: (errorCode: string) => string | undefined };

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
    } catch (caught) {
      const text = notice.faults?.(asApiError(caught).errorCode) ?? notice.failed;
      setNotification({ id: notice.id, kind: 'error', text });
    } finally {
      setBusy(false);
      onSettled();
    }
  };
  return { busy, deleteItem };
};
