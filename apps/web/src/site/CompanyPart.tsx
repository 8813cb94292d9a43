import { type ComponentProps, lazy, Suspense } from 'react';
import { loadChunk } from '../engine/chunks.ts';
import { interactionEvent } from '../engine/embedded-page.ts';
import type Company from './Company.tsx';

/**
 * Waits for the visitor's first interaction, so that the code is not part of a first visit: until then, and if loading
 * fails, the server's markup stays, which works without it.
 */
const Late = lazy(async () => {
  try {
    // The server has no document, and renders the part at once.
    if (typeof document !== 'undefined' && document.documentElement.dataset.sign === undefined)
      await new Promise((resolve) => addEventListener(interactionEvent, resolve));
    return await loadChunk('site/Company');
  } catch {
    return new Promise<never>(() => {});
  }
});

/** A part about the company, beside or below a text. */
export const CompanyPart = (props: ComponentProps<typeof Company>) => (
  <Suspense>
    <Late {...props} />
  </Suspense>
);
