import type { DocumentSummary } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Checkbox, Table, Tag } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useFetchFiles, useRefetch, useSaveFile } from '../../session/index.ts';
import { archiveOf } from './archive.ts';
import styles from './Documents.module.css';
import { kindKey } from './labels.ts';

export type SelectedIds = ReadonlySet<string>;

/** Downloads the selected documents: one as it is, several as a ZIP. */
const SelectionActions = ({ selected }: { selected: SelectedIds }) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const fetchFiles = useFetchFiles('/api/document/v1/download/{id}');
  const refresh = useRefetch();
  const { busy, error, saveFile } = useSaveFile<'selected'>();
  const download = async () => {
    if (!now) return;
    const isSaved = await saveFile('selected', async () => {
      const files = await fetchFiles([...selected].map((id) => [{ params: { id } }]));
      const [first, ...others] = files;
      if (first && others.length === 0) return first;
      return archiveOf(t('documents|archive', { date: dayOfInstant(now) }), files, now);
    });
    // Downloading marks the documents as read.
    if (isSaved) refresh('/api/document/v1/edocuments');
  };
  return (
    <div className={styles.selection}>
      <span role="status">{selected.size > 0 && t('documents|selected', { n: selected.size })}</span>
      {selected.size > 0 && (
        <Button
          kind="secondary"
          size="small"
          icon="download"
          isLoading={busy !== undefined}
          loadingLabel={t('documents|downloading')}
          onClick={() => void download()}
        >
          {t('documents|downloadSelected')}
        </Button>
      )}
      <ErrorAlert title={t('documents|downloadFailed')} error={error} />
    </div>
  );
};

type ListProps = {
  /** What screen readers call the table. */
  caption: string;
  items: DocumentSummary[];
  selected: SelectedIds;
  onSelect: (selected: SelectedIds) => void;
};

/** Documents as a table, with a choice of which to download. */
export const DocumentTable = ({ caption, items, selected, onSelect }: ListProps) => {
  const t = useTexts<'portal'>();
  const select = (id: string, isSelected: boolean) => {
    const newSelection = new Set(selected);
    if (isSelected) newSelection.add(id);
    else newSelection.delete(id);
    onSelect(newSelection);
  };
  return (
    <>
      <div className={styles.all}>
        <Checkbox
          label={t('documents|selectPage')}
          checked={items.every(({ id }) => selected.has(id))}
          onChange={({ target }) => onSelect(new Set(target.checked ? items.map(({ id }) => id) : []))}
        />
        <SelectionActions selected={selected} />
      </div>
      <div className={styles.list}>
        <Table
          caption={caption}
          isCaptionHidden
          rows={items}
          rowKey={({ id }) => id}
          isDense
          columns={[
            {
              key: 'document',
              heading: t('documents|document'),
              isRowHeading: true,
              cell: ({ id, title, policy, readAt }) => (
                <span className={styles.document}>
                  <input
                    type="checkbox"
                    className={styles.choice}
                    aria-label={t('documents|select', { title })}
                    checked={selected.has(id)}
                    onChange={({ target }) => select(id, target.checked)}
                  />
                  <span>
                    <Link
                      to={pathOf('portal.document', t.language, { id })}
                      className={readAt === null ? styles.unread : undefined}
                    >
                      {title}
                    </Link>
                    {policy && (
                      <Detail>
                        {policy.name}, {policy.number}
                      </Detail>
                    )}
                  </span>
                </span>
              ),
            },
            {
              key: 'date',
              heading: t('documents|date'),
              isSelfTitled: true,
              cell: ({ date }) => formatDate(t.language, date, 'medium'),
            },
            {
              key: 'kind',
              heading: t('documents|kind'),
              isSelfTitled: true,
              cell: ({ kind }) => t(kindKey[kind]),
            },
            {
              key: 'state',
              heading: t('documents|state'),
              isSelfTitled: true,
              cell: ({ readAt }) =>
                readAt === null ? (
                  <Tag kind="info" icon="mail">
                    {t('documents|unread')}
                  </Tag>
                ) : (
                  t('documents|read')
                ),
            },
          ]}
        />
      </div>
    </>
  );
};
