import type { StaffDecision } from '@hofn/contracts';
import { requestLimits } from '@hofn/domain/requests.ts';
import { Button, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { Actions } from '../../parts/Actions.tsx';
import styles from './Requests.module.css';

const text = z
  .string()
  .check(
    z.trim(),
    z.minLength(requestLimits.shortest, 'requestCase|textShort'),
    z.maxLength(requestLimits.longest, 'requestCase|textLong'),
  );
const schema = z.object({ is: text, en: text });

/** What every form of a decision needs. */
export type DecisionFormProps = {
  isBusy: boolean;
  /** Whether the decision is being recorded, after which nothing is unsaved. */
  isSent: boolean;
  onSubmit: (decision: StaffDecision) => Promise<void>;
  onLeave: () => void;
};

/** The buttons of a form of a decision. */
export const FormActions = ({ isBusy, onLeave }: Pick<DecisionFormProps, 'isBusy' | 'onLeave'>) => {
  const t = useTexts<'staff'>();
  return (
    <Actions>
      <Button type="submit" loading={isBusy} loadingLabel={t('requestCase|previewing')}>
        {t('requestCase|preview')}
      </Button>
      <Button kind="secondary" onClick={onLeave}>
        {t('global|cancel')}
      </Button>
    </Actions>
  );
};

const fields = {
  refused: { is: 'requestCase|refuseIs', en: 'requestCase|refuseEn' },
  moreInformation: { is: 'requestCase|askIs', en: 'requestCase|askEn' },
} as const;

/** Refuses a request, or asks the customer something: both need a text in both languages. */
export const WriteForm = ({
  result,
  isBusy,
  isSent,
  onSubmit,
  onLeave,
}: DecisionFormProps & { result: keyof typeof fields }) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: { is: '', en: '' }, focusesField: true });
  const leaveDialog = useUnsaved(form.isDirty && !isSent);
  return (
    <form
      className={styles.form}
      onSubmit={form.submit((texts) => onSubmit({ result, texts }))}
      noValidate
      aria-label={t(result === 'refused' ? 'requestCase|refuse' : 'requestCase|ask')}
    >
      {leaveDialog}
      <p>{t('requestCase|readIn')}</p>
      <TextArea label={t(fields[result].is)} lang="is" rows={4} {...form.field('is')} />
      <TextArea label={t(fields[result].en)} lang="en" rows={4} {...form.field('en')} />
      <FormActions isBusy={isBusy} onLeave={onLeave} />
    </form>
  );
};
