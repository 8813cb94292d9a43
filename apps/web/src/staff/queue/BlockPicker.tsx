import type { StaffCase, TextBlock, TextBlockList } from '@hofn/contracts';
import { type BlockField, type FieldValues, fillBlock } from '@hofn/domain/text-blocks.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Alert, Button, SelectField, Skeleton, Stack, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { useCall } from '../../session/index.ts';
import styles from './CaseScreen.module.css';

/** What a case has for the fields of text blocks, in its own language or another. A promise that is past is none. */
export const valuesOf = (data: StaffCase, handler: string, language = data.language): FieldValues => {
  const { sender, reference, matter, dueAt, state, overdue } = data;
  const isPromised = state === 'open' && !overdue;
  return {
    ...{ name: sender, reference, handler },
    policy: ('policy' in matter && matter.policy?.number) || null,
    due: isPromised ? formatDate(language, dayOfInstant(new Date(dueAt)), 'long') : null,
  };
};

/** Those for this kind of case first, then those for all, then the others; each by name, as they are listed. */
export const ordered = (items: readonly TextBlock[], kind: StaffCase['kind']): TextBlock[] => {
  const rank = (block: TextBlock) => (block.kind === kind ? 0 : block.kind === null ? 1 : 2);
  return items.toSorted((a, b) => rank(a) - rank(b));
};

const Choice = ({
  data,
  list: { items, handler },
  onInsert,
}: {
  data: StaffCase;
  list: TextBlockList;
  onInsert: (text: string, block: TextBlock) => void;
}) => {
  const t = useTexts<'staff'>();
  const [chosen, setChosen] = useState('');
  const block = items.find(({ id }) => id === chosen);
  const filled = block && fillBlock(block[data.language], valuesOf(data, handler));
  const nameOf = (field: BlockField) => t(`textBlocks|field.${field}`);
  return (
    <Stack>
      <SelectField
        label={t('textBlocks|choose')}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        options={[
          { value: '', label: t('textBlocks|chooseNone') },
          ...ordered(items, data.kind).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <StatusRegion>
        {filled?.missing && (
          <Alert kind="warning" title={t('textBlocks|missing')}>
            {t('textBlocks|missingText', { fields: filled.missing.map(nameOf).join(', ') })}
          </Alert>
        )}
      </StatusRegion>
      {block && filled?.text !== undefined && (
        <>
          <p lang={data.language} className={styles.written}>
            {filled.text}
          </p>
          <Button kind="secondary" onClick={() => onInsert(filled.text, block)}>
            {t('textBlocks|insertThis')}
          </Button>
        </>
      )}
    </Stack>
  );
};

/** Chooses a text block for a reply, filled in from the case in its language (rule DESK-6). */
export const BlockPicker = ({
  data,
  onInsert,
}: {
  data: StaffCase;
  onInsert: (text: string, block: TextBlock) => void;
}) => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/text-blocks', { dropOnClose: true });
  return (
    <CallScreen
      call={call}
      loading={t('textBlocks|loading')}
      skeleton={<Skeleton rows={2} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<p>{t('textBlocks|noBlocks')}</p>}
    >
      {(list) => <Choice data={data} list={list} onInsert={onInsert} />}
    </CallScreen>
  );
};
