import type { ReactNode } from 'react';

/** Says of one section that it is empty, and why; a picture each would drown what is there. */
export const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <p data-state="empty">
    <strong>{title}.</strong> {children}
  </p>
);
