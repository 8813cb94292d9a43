import type { ReactNode } from 'react';
import type { FilePath, FileQuery } from '../../session/api.ts';
import { FileButtons } from '../FileButtons.tsx';
import { PrintButton } from '../PrintButton.tsx';
import styles from './ListActions.module.css';

type Props<P extends FilePath> = {
  /** The list's rows as files, narrowed as on the screen. */
  path: P;
  query?: FileQuery<P>;
  /** The button that sends the list by e-mail, where a call does. */
  send?: ReactNode;
};

/** What can be done with a whole list: CSV, PDF, e-mail, print. One compact row above the rows. */
export const ListActions = <P extends FilePath>({ path, query, send }: Props<P>) => (
  <div className={styles.actions} data-compact="">
    <FileButtons path={path} {...(query && { query })} />
    {send}
    <span className={styles.print}>
      <PrintButton />
    </span>
  </div>
);
