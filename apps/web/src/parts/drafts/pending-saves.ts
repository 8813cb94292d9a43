import { useEffect, useRef } from 'react';

/** How drafts are saved before a sign-out. `unattended`: nobody is there to choose between two versions of a draft. */
export type SignOutSave = { unattended: boolean };
type Save = (how: SignOutSave) => Promise<unknown>;

/** Saves of drafts that are not finished. A sign-out waits for them, so that nothing typed is lost (rule DESK-4). */
const saves = new Set<Save>();

const longestWaitMs = 3000;

/** @returns removes the save */
export const addPendingSave = (save: Save): (() => void) => {
  saves.add(save);
  return () => saves.delete(save);
};

/** Calls the newest `save` before a sign-out while the component is shown. */
export const useBeforeSignOut = (save: Save): void => {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => addPendingSave((how) => latest.current(how)), []);
};

/** Saves every draft of the page at once; gives up waiting after three seconds. */
export const finishPendingSaves = async (how: SignOutSave = { unattended: false }): Promise<void> => {
  if (saves.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestWaitMs);
  });
  await Promise.race([Promise.allSettled(Array.from(saves, (save) => save(how))), timeout]);
  clearTimeout(timer);
};
