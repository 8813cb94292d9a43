import { errorText } from '@hofn/texts';
import { Alert, Button } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import type { FilePath, FileQuery } from '../session/api.ts';
import { useFile } from '../session/index.ts';
import styles from './FileButtons.module.css';

type Props<P extends FilePath> = { path: P; query?: FileQuery<P> };

/** Gets all rows of a list, as it is narrowed, as CSV or PDF (rule PORT-19). */
export const FileButtons = <P extends FilePath>({ path, query }: Props<P>) => {
  const t = useTexts<'portal'>();
  const { busy, error, fetchFile } = useFile(path, query);
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
          loading={busy === type}
          loadingLabel={t('global|loading')}
          onClick={() => void fetchFile(type)}
        >
          {label}
        </Button>
      ))}
      {error && (
        <Alert kind="error" live title={t('global|errorTitle')}>
          {errorText(t, error.errorCode)}
        </Alert>
      )}
    </div>
  );
};
