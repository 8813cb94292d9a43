import { Menu, type MenuItem, StatusRegion } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { FilePath, FileQuery } from '../../session/api.ts';
import { useExport } from '../../session/index.ts';
import { ErrorAlert } from '../ErrorAlert.tsx';
import styles from './ListActions.module.css';

export type ListActionsProps<P extends FilePath> = {
  /** Path and query that download the rows shown. */
  path: P;
  query?: FileQuery<P>;
  /** What else can be done with the whole list, such as sending it by e-mail. */
  items?: readonly MenuItem[];
  /** What one of those items is busy with. */
  busyText?: string | undefined;
};

/** Actions on a whole list in one menu below it (rule PORT-19): people come for its rows. */
export const ListActions = <P extends FilePath>({
  path,
  query,
  items = [],
  busyText,
}: ListActionsProps<P>) => {
  const t = useTexts<'portal'>();
  const { busy, error, fetchFile } = useExport(path, query);
  const download = (type: 'text/csv' | 'application/pdf') => () => {
    if (busy === undefined) void fetchFile(type);
  };
  return (
    <div className={styles.actions}>
      <Menu
        label={t('table|more')}
        kind="text"
        items={[
          { key: 'csv', icon: 'download', label: t('table|exportCsv'), onSelect: download('text/csv') },
          {
            key: 'pdf',
            icon: 'download',
            label: t('table|exportPdf'),
            onSelect: download('application/pdf'),
          },
          ...items,
          { key: 'print', icon: 'print', label: t('global|print'), onSelect: () => window.print() },
        ]}
      />
      <StatusRegion>{busy === undefined ? busyText : t('global|loading')}</StatusRegion>
      <ErrorAlert title={t('global|errorTitle')} error={error} />
    </div>
  );
};
