import type { StaffCase } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Alert, Stack, StatusRegion, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { usePost } from '../../session/index.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { ActForm } from './ActForm.tsx';
import { isAboveAuthority } from './authority.ts';
import { CoverLines } from './CoverLines.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { written } from './fields.ts';
import { assessedOf, type DecisionValues, lineSchema, linesIn, linesOf } from './lines.ts';
import { ReasonBlocks } from './ReasonBlocks.tsx';
import type { ActFormProps } from './ReserveForm.tsx';
import { useFigures } from './useFigures.ts';

const longest = 2000;
const schema = z.object({ lines: z.array(lineSchema), is: written(longest), en: written(longest) });

/** The form as a draft keeps it: its lines are one field. */
const asDraft = (form: ReturnType<typeof useForm<DecisionValues, unknown>>) => {
  const flat = ({ lines, ...texts }: DecisionValues) => ({ ...texts, lines: JSON.stringify(lines) });
  return {
    ...{ values: flat(form.values), isDirty: form.isDirty, reset: () => form.reset() },
    restore: ({ lines, is, en }: ReturnType<typeof flat>) =>
      form.restore({ lines: linesIn(lines) ?? [], is, en }),
  };
};

/**
 * Decides a claim by cover, with reasons in both languages (rule DESK-8). What each line pays the core says while it is typed; the
 * letter is shown before anything is decided.
 */
export const DecideForm = ({ data, claim, claimAction, onLeave }: ActFormProps & { data: StaffCase }) => {
  const t = useTexts<'staff'>();
  const kept = useCaseDrafts().get('claimDecide').fields;
  const initial: DecisionValues = { lines: linesOf(claim, t.language), is: '', en: '' };
  const restored = {
    ...(linesIn(kept.lines) && { lines: linesIn(kept.lines) }),
    ...(typeof kept.is === 'string' && { is: kept.is }),
    ...(typeof kept.en === 'string' && { en: kept.en }),
  } as Partial<DecisionValues>;
  const form = useForm<DecisionValues, z.output<typeof schema>>({
    schema,
    initial,
    restored,
    focusesField: true,
  });
  const draft = useCaseDraft('claimDecide', asDraft(form));
  const preview = usePost('/api/staff/v1/cases/{id}/claim/preview');
  const figures = useFigures(data.id, claim, form.values.lines);
  const covers = assessedOf(form.values.lines);
  const { version } = claim;
  const show = form.submit(async ({ is, en }) => {
    if (!covers || version === null) return;
    await preview.send({ params: { id: data.id }, body: { version, covers, reasons: { is, en } } });
  });
  const decide = async () => {
    if (!covers) return;
    const { is, en } = form.values;
    const act = { kind: 'claim.decide' as const, covers, reasons: { is, en } };
    if (!(await draft.send(() => claimAction.act(claim, act, preview.answer?.payable)))) return;
    preview.reset();
    onLeave();
  };
  const insert = (texts: { is: string; en: string }) => {
    for (const language of ['is', 'en'] as const) {
      const before = form.values[language].trim();
      form.set(language, before === '' ? texts[language] : `${before}\n\n${texts[language]}`);
    }
  };
  const { letters = null, reasons = [] } = preview.answer ?? {};
  const isShown = preview.answer !== undefined && letters !== null && reasons.length === 0;
  const faults = preview.error ? Object.values(preview.error.errors).flat() : reasons;
  return (
    <Stack>
      <ActForm
        {...{ draft, onLeave }}
        // The dialog over the form says why a decision was refused.
        claimAction={isShown ? { ...claimAction, refusal: undefined } : claimAction}
        kind="claim.decide"
        label={t('claimDesk|act.claim.decide')}
        submit={t('claimDesk|preview')}
        isBusy={preview.state === 'sending'}
        isAbove={figures !== undefined && isAboveAuthority(claim, 'claim.decide', figures.payable)}
        onSubmit={show}
      >
        <CoverLines form={form} claim={claim} decided={figures?.covers} />
        <StatusRegion>
          {figures && (
            <p>
              <b>{t('claimDesk|payableTotal', { amount: formatMoney(t.language, figures.payable) })}</b>
            </p>
          )}
          {figures && figures.reasons.length > 0 && (
            <Alert kind="warning" title={t('claimDesk|wouldRefuse')}>
              {figures.reasons.join(' ')}
            </Alert>
          )}
        </StatusRegion>
        <p>{t('claimDesk|readIn')}</p>
        <ReasonBlocks data={data} onInsert={insert} />
        <TextArea label={t('claimDesk|reasonsIs')} lang="is" rows={4} {...form.field('is')} />
        <TextArea label={t('claimDesk|reasonsEn')} lang="en" rows={4} {...form.field('en')} />
        {(preview.state === 'failed' || reasons.length > 0) && (
          <Alert kind="error" isLive title={t('claimDesk|refused')}>
            {faults.length > 0 ? faults.join(' ') : t('claimDesk|noPreview')}
          </Alert>
        )}
      </ActForm>
      {preview.answer && letters && reasons.length === 0 && (
        <DecisionDialog
          claimAction={claimAction}
          preview={{ ...preview.answer, letters }}
          isAbove={isAboveAuthority(claim, 'claim.decide', preview.answer.payable)}
          onConfirm={() => void decide()}
          onClose={preview.reset}
        />
      )}
    </Stack>
  );
};
