import { Button } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import type { FilePath, FileQuery } from '../session/api.ts';
import { useExport } from '../session/index.ts';
import { ErrorAlert } from './ErrorAlert.tsx';
import styles from './FileButtons.module.css';

type Props<P extends FilePath> = { path: P; query?: FileQuery<P> };

/** Downloads all rows that match the list's filters as CSV or PDF (rule PORT-19). */
export const FileButtons = <P extends FilePath>({ path, query }: Props<P>) => {
  const t = useTexts<'portal'>();
  const { busy, error, fetchFile } = useExport(path, query);
  const kinds = [
    ['text/csv', t('table|exportCsv')],
    ['application/pdf', t('table|exportPdf')],
  ] as const;
  return (
    <div className={styles.files}>
      {kinds.map(([type, label]) => (
        <Button
          key={type}
          kind="text"
          icon="download"
          isLoading={busy === type}
          loadingLabel={t('global|loading')}
          onClick={() => void fetchFile(type)}
        >
          {label}
        </Button>
      ))}
      <ErrorAlert title={t('global|errorTitle')} error={error} />
    </div>
  );
};
