import { type KeyboardEvent, useState } from 'react';

/**
 * The option of a combobox that the arrow keys or the pointer have reached.
 * @param id prefix of the options' ids: `${id}-0`
 */
export const useActiveOption = <Result>(id: string, results: readonly Result[]) => {
  // Stores the result, not the index, because the user's own results arrive later and shift the indexes.
  const [result, setResult] = useState<Result>();
  const active = result ? results.indexOf(result) : -1;
  const handleArrow = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || results.length === 0) return;
    event.preventDefault();
    // Wraps around.
    const from = active < 0 && step < 0 ? 0 : active;
    const next = (from + step + results.length) % results.length;
    setResult(results[next]);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return { active, setResult, handleArrow };
};
