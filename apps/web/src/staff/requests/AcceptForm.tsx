import { parseIsk } from '@hofn/domain';
import { requestLimits } from '@hofn/domain/requests.ts';
import { formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { MoneyField, Stack, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { DayField } from '../../parts/DayField.tsx';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { DraftNote } from '../drafts/DraftNote.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { agreesPremium, type Change, endsCover } from './change.ts';
import { type DecisionFormProps, FormActions } from './WriteForm.tsx';

const note = z.string().check(
  z.trim(),
  z.refine((text) => text === '' || text.length >= requestLimits.shortest, 'requestCase|textShort'),
  z.maxLength(requestLimits.longest, 'requestCase|textLong'),
);
const isBoth = ({ is, en }: { is: string; en: string }) => (is === '') === (en === '');

const schemaOf = ({ effective: { from, to }, inOwnWords }: Change) => {
  const written = inOwnWords
    ? note.check(z.minLength(requestLimits.shortest, 'requestCase|textShort'))
    : note;
  return z
    .object({
      effectiveOn: z.string().check(
        wholeDay(),
        z.refine((day) => from <= day && day <= to, 'requestCase|dayWrong'),
      ),
      premium: z.pipe(
        z.string().check(z.refine((text) => parseIsk(text) !== undefined, 'requestCase|premiumWrong')),
        z.transform((text: string) => parseIsk(text) ?? 0),
      ),
      is: written,
      en: written,
    })
    .check(
      z.refine((values) => values.is !== '' || isBoth(values), {
        error: 'requestCase|noteBoth',
        path: ['is'],
      }),
      z.refine((values) => values.en !== '' || isBoth(values), {
        error: 'requestCase|noteBoth',
        path: ['en'],
      }),
    );
};

/**
 * Accepts a request: with a day and a premium, or an offer as the customer accepted it. What a policy of another product costs
 * the core works out.
 */
export const AcceptForm = ({ change, isBusy, onSubmit, onLeave }: DecisionFormProps & { change: Change }) => {
  const t = useTexts<'staff'>();
  const { request, effective, effectiveOn, premium, price, added, inOwnWords } = change;
  const day = (date: string) => formatDate(t.language, date);
  // Staff cannot choose the terms of an offer.
  const isPlan = request === 'plan';
  const fixed = request === 'offer' || isPlan ? { effectiveOn, premium } : undefined;
  const recalculated = price?.recalculated ?? premium;
  const initial = {
    effectiveOn: [effectiveOn, effective.from].toSorted().at(-1) ?? effectiveOn,
    premium: formatNumber(t.language, recalculated),
    is: '',
    en: '',
  };
  const restored = useCaseDrafts().get('accept').fields as Partial<typeof initial>;
  const form = useForm({ schema: schemaOf(change), initial, restored, focusesField: true });
  const draft = useCaseDraft('accept', form);
  const submit = form.submit(({ is, en, ...terms }) =>
    onSubmit(
      {
        result: 'accepted',
        effectiveOn: fixed?.effectiveOn ?? terms.effectiveOn,
        premium: fixed?.premium ?? terms.premium,
        texts: is === '' ? null : { is, en },
      },
      draft.send,
    ),
  );
  return (
    <Stack as="form" width="form" onSubmit={submit} noValidate aria-label={t('requestCase|accept')}>
      {fixed ? (
        <p>
          {isPlan
            ? t('requestCase|planFixed')
            : t('requestCase|offerFixed', {
                amount: formatMoney(t.language, premium),
                date: day(effectiveOn),
              })}
        </p>
      ) : (
        <>
          <DayField
            label={t(endsCover(request) ? 'requestCase|acceptEnd' : 'requestCase|acceptFrom')}
            hint={t('requestCase|acceptFromHint', { from: day(effective.from), to: day(effective.to) })}
            min={effective.from}
            max={effective.to}
            {...form.dayField('effectiveOn')}
          />
          {added && <p>{t('requestCase|productPriced', { product: added.name })}</p>}
          {agreesPremium(request) && !added && (
            <MoneyField
              label={t('requestCase|acceptPremium')}
              hint={t('requestCase|acceptPremiumHint', { amount: formatMoney(t.language, recalculated) })}
              language={t.language}
              unit={t('requestCase|isk')}
              {...form.field('premium')}
            />
          )}
        </>
      )}
      <TextArea
        label={t('requestCase|noteIs')}
        hint={t(inOwnWords ? 'requestCase|noteNeeded' : 'requestCase|noteHint')}
        lang="is"
        rows={3}
        {...form.field('is')}
      />
      <TextArea
        label={t('requestCase|noteEn')}
        hint={t(inOwnWords ? 'requestCase|noteNeeded' : 'requestCase|noteHint')}
        lang="en"
        rows={3}
        {...form.field('en')}
      />
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
