import { dateTexts } from '@hofn/texts/date-entry.ts';
import { dayOfInstant } from '@hofn/texts/format.ts';
import type { Language } from '@hofn/texts/language.ts';
import { Dialog } from '@hofn/ui';
import { DayGrid } from '@hofn/ui/parts/DayGrid.tsx';

type Props = {
  language: Language;
  /** Name of the field that the day is for. */
  label: string;
  value: string | undefined;
  min: string | undefined;
  max: string | undefined;
  onChange: (day: string) => void;
  onClose: () => void;
};

/** A calendar in a dialog, which returns focus to the button that opened it. */
export const DayCalendar = ({ language, label, onClose, ...grid }: Props) => {
  const t = dateTexts(language);
  return (
    <Dialog title={label} closeLabel={t('dateEntry|close')} onClose={onClose}>
      <DayGrid {...grid} language={language} today={dayOfInstant(new Date())} />
    </Dialog>
  );
};
