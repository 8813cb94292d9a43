import { errorText } from '@hofn/texts';
import { Alert, Button, Row, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { FilePath, FileQuery, FileType } from '../../session/api.ts';
import { useExport } from '../../session/index.ts';

type Props<P extends FilePath> = {
  path: P;
  query: FileQuery<P>;
  /** Types of files with the texts of their buttons. */
  kinds: readonly (readonly [type: FileType, label: string])[];
};

/** Downloads files of finance. When there is none, it says why: such a file is never part of one. */
export const Downloads = <P extends FilePath>({ path, query, kinds }: Props<P>) => {
  const t = useTexts<'staff'>();
  const { busy, error, fetchFile } = useExport(path, query);
  return (
    <Stack>
      <Row>
        {kinds.map(([type, label]) => (
          <Button
            key={type}
            kind="secondary"
            icon="download"
            isLoading={busy === type}
            loadingLabel={t('global|loading')}
            onClick={() => void fetchFile(type)}
          >
            {label}
          </Button>
        ))}
      </Row>
      {error && (
        <Alert kind="error" isLive title={t('ledger|downloadFailed')}>
          {error.errors.to?.[0] ?? errorText(t, error.errorCode)}
        </Alert>
      )}
    </Stack>
  );
};
