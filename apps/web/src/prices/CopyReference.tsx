import { Button } from '@hofn/ui';
import { useState } from 'react';
import type { PriceWords } from '../content/documents.ts';

/** Copies the number of a saved price. Absent where the browser has no clipboard. */
export const CopyReference = ({ reference, texts }: { reference: string; texts: PriceWords }) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      setIsCopied(true);
    } catch {
      // Refused; the number can be selected.
      setIsCopied(false);
    }
  };
  return (
    <>
      <Button kind="text" size="small" icon="clip" onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <span role="status">{isCopied && texts.copied}</span>
    </>
  );
};
