import { errorText } from '@hofn/texts';
import { Alert, Button } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import type { FilePath } from '../session/api.ts';
import { useFile } from '../session/index.ts';
import styles from './FileButtons.module.css';

/** Gets all rows of a list as CSV or PDF (rule PORT-19). */
export const FileButtons = ({ path }: { path: FilePath }) => {
  const t = useTexts<'portal'>();
  const { busy, error, fetchFile } = useFile(path);
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
