import type { ReactNode } from 'react';

/** Note that one section is empty; an illustration in each would be too much. */
export const EmptyNote = ({ title, children }: { title: string; children: ReactNode }) => (
  <p data-state="empty">
    <strong>{title}.</strong> {children}
  </p>
);
