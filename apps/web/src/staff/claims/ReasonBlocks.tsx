import type { StaffCase } from '@hofn/contracts';
import { fillBlock } from '@hofn/domain/text-blocks.ts';
import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';
import { ordered, valuesOf } from '../queue/BlockPicker.tsx';

/** Begins the reasons of a decision with a text block, in both languages at once (rule DESK-6). */
export const ReasonBlocks = ({
  data,
  onInsert,
}: {
  data: StaffCase;
  onInsert: (texts: { is: string; en: string }) => void;
}) => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/text-blocks', { dropOnClose: true });
  // The reasons can be written without one.
  if (call.state !== 'ready' || call.data.items.length === 0) return null;
  const { items, handler } = call.data;
  const filledIn = (language: 'is' | 'en', text: string) =>
    fillBlock(text, valuesOf(data, handler, language)).text ?? text;
  return (
    <SelectField
      label={t('claimDesk|fromBlock')}
      value=""
      onChange={({ currentTarget }) => {
        const block = items.find(({ id }) => id === currentTarget.value);
        if (block) onInsert({ is: filledIn('is', block.is), en: filledIn('en', block.en) });
      }}
      options={[
        { value: '', label: t('textBlocks|chooseNone') },
        ...ordered(items, data.kind).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
};
