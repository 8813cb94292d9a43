import type { TextBlock } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { Dialog, Grid, Skeleton, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { useCall } from '../../session/index.ts';
import styles from '../queue/CaseScreen.module.css';

/** The versions of a text block, the newest first, with in how many replies each was inserted. */
export const BlockHistory = ({ block: { id, name }, onClose }: { block: TextBlock; onClose: () => void }) => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/text-blocks/{id}/versions', { params: { id }, dropOnClose: true });
  return (
    <Dialog
      size="large"
      title={t('textBlocks|historyOf', { name })}
      closeLabel={t('global|close')}
      onClose={onClose}
    >
      <CallScreen
        call={call}
        loading={t('textBlocks|loading')}
        skeleton={<Skeleton rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={null}
      >
        {({ items }) => (
          <Stack as="ol" gap="l">
            {items.map(({ version, by, at, uses, is, en, ...was }) => (
              <li key={version}>
                <h3>{t('textBlocks|version', { n: version })}</h3>
                <Detail as="p">
                  {[
                    was.name,
                    formatDateTime(t.language, at),
                    by ?? t('textBlocks|system'),
                    t('textBlocks|uses', { n: uses }),
                  ].join(' · ')}
                </Detail>
                <Grid isFilled gap="l">
                  <p lang="is" className={styles.written}>
                    {is}
                  </p>
                  <p lang="en" className={styles.written}>
                    {en}
                  </p>
                </Grid>
              </li>
            ))}
          </Stack>
        )}
      </CallScreen>
    </Dialog>
  );
};
