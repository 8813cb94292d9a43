import type { RequestKind, StaffDecision } from '@hofn/contracts';
import { type RefusalGround, refusalGrounds, requestLimits } from '@hofn/domain/requests.ts';
import { Button, RadioGroup, Row, Stack, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { DraftNote } from '../drafts/DraftNote.tsx';
import { type FormDraft, useCaseDraft } from '../drafts/useCaseDraft.ts';

const text = z
  .string()
  .check(
    z.trim(),
    z.minLength(requestLimits.shortest, 'requestCase|textShort'),
    z.maxLength(requestLimits.longest, 'requestCase|textLong'),
  );
const schemaOf = (needsGround: boolean) =>
  z.object({
    ground: needsGround ? z.enum(refusalGrounds, { error: 'requestCase|groundMissing' }) : z.literal(''),
    is: text,
    en: text,
  });

/** What every form of a decision needs. */
export type DecisionFormProps = {
  isBusy: boolean;
  /** Shows the letter of a decision; `send` records the decision. */
  onSubmit: (decision: StaffDecision, send: FormDraft['send']) => Promise<void>;
  onLeave: () => void;
};

/** The buttons of a form of a decision. */
export const FormActions = ({ isBusy, onLeave }: Pick<DecisionFormProps, 'isBusy' | 'onLeave'>) => {
  const t = useTexts<'staff'>();
  return (
    <Row>
      <Button type="submit" isLoading={isBusy} loadingLabel={t('requestCase|previewing')}>
        {t('requestCase|preview')}
      </Button>
      <Button kind="secondary" onClick={onLeave}>
        {t('global|cancel')}
      </Button>
    </Row>
  );
};

const fields = {
  refused: { is: 'requestCase|refuseIs', en: 'requestCase|refuseEn' },
  moreInformation: { is: 'requestCase|askIs', en: 'requestCase|askEn' },
} as const;

const blank = { ground: '' as '' | RefusalGround, is: '', en: '' };
const draftKinds = { refused: 'refuse', moreInformation: 'ask' } as const;

/**
 * Refuses a request, or asks the customer something: both need a text in both languages. An accepted offer is a contract, which
 * is refused on a legal ground alone.
 */
export const WriteForm = ({
  result,
  request,
  isBusy,
  onSubmit,
  onLeave,
}: DecisionFormProps & { result: keyof typeof fields; request: RequestKind }) => {
  const t = useTexts<'staff'>();
  const needsGround = result === 'refused' && request === 'offer';
  const kind = draftKinds[result];
  const restored = useCaseDrafts().get(kind).fields as Partial<typeof blank>;
  const form = useForm({ schema: schemaOf(needsGround), initial: blank, restored, focusesField: true });
  const draft = useCaseDraft(kind, form);
  return (
    <Stack
      as="form"
      width="form"
      onSubmit={form.submit(({ ground, ...texts }) =>
        onSubmit(
          {
            result,
            texts,
            ...(result === 'refused' && ground !== '' && { ground }),
          } as StaffDecision,
          draft.send,
        ),
      )}
      noValidate
      aria-label={t(result === 'refused' ? 'requestCase|refuse' : 'requestCase|ask')}
    >
      {needsGround && (
        <RadioGroup
          label={t('requestCase|ground')}
          hint={t('requestCase|groundHint')}
          {...form.field('ground')}
          options={refusalGrounds.map((value) => ({ value, label: t(`requestCase|ground.${value}`) }))}
        />
      )}
      <p>{t('requestCase|readIn')}</p>
      <TextArea label={t(fields[result].is)} lang="is" rows={4} {...form.field('is')} />
      <TextArea label={t(fields[result].en)} lang="en" rows={4} {...form.field('en')} />
      <DraftNote draft={draft} />
      <FormActions
        isBusy={isBusy}
        onLeave={() => {
          draft.discard();
          onLeave();
        }}
      />
    </Stack>
  );
};
