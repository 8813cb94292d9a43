import type { CaseLine } from '@hofn/contracts';
import { casesAtOnce } from '@hofn/contracts/cases-at-once.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isOn } from '../../../parts/desk/desk-choices.ts';
import { isTypedInto } from '../../../parts/desk/desk-keys.ts';

/** The case in whose row the focus is. */
const focusedCase = (): string | undefined =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-select]')?.dataset.select;

/**
 * The chosen cases of those that are listed: by their boxes, from one to another with Shift, or with `x` in the row of the
 * focus (rule DESK-1). What has left the list is chosen no more.
 */
export const useSelection = (items: readonly CaseLine[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  /** Where a range begins. */
  const anchor = useRef<string>(undefined);
  const chosen = items.filter(({ id }) => ids.has(id)).slice(0, casesAtOnce);

  const toggle = (id: string, isRange: boolean): void => {
    const isChosen = chosen.some((line) => line.id === id);
    const from = items.findIndex((line) => line.id === anchor.current);
    const to = items.findIndex((line) => line.id === id);
    const range = isRange && from >= 0 ? items.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }];
    anchor.current = id;
    const next = new Set(chosen.map((line) => line.id));
    for (const line of range) {
      if (isChosen) next.delete(line.id);
      else if (next.size < casesAtOnce) next.add(line.id);
    }
    setIds(next);
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, shiftKey, repeat } = event;
    if (key.toLowerCase() !== 'x' || ctrlKey || metaKey || altKey || repeat || event.defaultPrevented) return;
    if (!isOn('keys') || isTypedInto(target) || document.querySelector('dialog[open]')) return;
    const id = focusedCase();
    if (id === undefined || !items.some((line) => line.id === id)) return;
    event.preventDefault();
    toggle(id, shiftKey);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return {
    chosen,
    isChosen: (id: string) => chosen.some((line) => line.id === id),
    isFull: chosen.length >= casesAtOnce,
    isAll: chosen.length === Math.min(items.length, casesAtOnce),
    toggle,
    chooseAll: () => setIds(new Set(items.slice(0, casesAtOnce).map(({ id }) => id))),
    /** Keeps only these. */
    keep: (kept: readonly string[]) => setIds(new Set(kept)),
  };
};
export type Selection = ReturnType<typeof useSelection>;
