import type { ReactNode } from 'react';
import type { FilePath, FileQuery } from '../../session/api.ts';
import { FileButtons } from '../FileButtons.tsx';
import { PrintButton } from '../PrintButton.tsx';
import styles from './ListActions.module.css';

type Props<P extends FilePath> = {
  /** Path and query that download the rows shown. */
  path: P;
  query?: FileQuery<P>;
  /** Button that sends the list by e-mail, if there is a call for it. */
  send?: ReactNode;
};

/** Actions on a whole list: CSV, PDF, e-mail, print. One compact row above the list. */
export const ListActions = <P extends FilePath>({ path, query, send }: Props<P>) => (
  <div className={styles.actions} data-compact="">
    <FileButtons path={path} {...(query && { query })} />
    {send}
    <span className={styles.print}>
      <PrintButton />
    </span>
  </div>
);
