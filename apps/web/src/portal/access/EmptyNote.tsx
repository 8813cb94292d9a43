import type { ReactNode } from 'react';

/** Plain note for an empty section; an illustration per section would be too much. */
export const EmptyNote = ({ title, children }: { title: string; children: ReactNode }) => (
  <p data-state="empty">
    <strong>{title}.</strong> {children}
  </p>
);
