import { parseIsk } from '@hofn/domain';
import { requestLimits } from '@hofn/domain/requests.ts';
import { formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { MoneyField, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { type Change, endsCover } from './change.ts';
import styles from './Requests.module.css';
import { type DecisionFormProps, FormActions } from './WriteForm.tsx';

const note = z.string().check(
  z.trim(),
  z.refine((text) => text === '' || text.length >= requestLimits.shortest, 'requestCase|textShort'),
  z.maxLength(requestLimits.longest, 'requestCase|textLong'),
);
const isBoth = ({ is, en }: { is: string; en: string }) => (is === '') === (en === '');

const schemaOf = ({ from, to }: Change['effective']) =>
  z
    .object({
      effectiveOn: z.string().check(
        wholeDay(),
        z.refine((day) => from <= day && day <= to, 'requestCase|dayWrong'),
      ),
      premium: z.pipe(
        z.string().check(z.refine((text) => parseIsk(text) !== undefined, 'requestCase|premiumWrong')),
        z.transform((text: string) => parseIsk(text) ?? 0),
      ),
      is: note,
      en: note,
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

/** Accepts a request: new figures with their day and premium, an offer as the customer accepted it. */
export const AcceptForm = ({
  change,
  isBusy,
  isSent,
  onSubmit,
  onLeave,
}: DecisionFormProps & { change: Change }) => {
  const t = useTexts<'staff'>();
  const { request, effective, effectiveOn, premium, price } = change;
  const day = (date: string) => formatDate(t.language, date);
  const recalculated = price?.recalculated ?? premium;
  const initial = {
    effectiveOn: [effectiveOn, effective.from].toSorted().at(-1) ?? effectiveOn,
    premium: formatNumber(t.language, recalculated),
    is: '',
    en: '',
  };
  const form = useForm({ schema: schemaOf(effective), initial, focusesField: true });
  const leaveDialog = useUnsaved(form.isDirty && !isSent);
  const submit = form.submit(({ is, en, ...terms }) =>
    onSubmit({ result: 'accepted', ...terms, texts: is === '' ? null : { is, en } }),
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('requestCase|accept')}>
      {leaveDialog}
      {request === 'offer' ? (
        <p>
          {t('requestCase|offerFixed', { amount: formatMoney(t.language, premium), date: day(effectiveOn) })}
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
          {!endsCover(request) && (
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
        hint={t('requestCase|noteHint')}
        lang="is"
        rows={3}
        {...form.field('is')}
      />
      <TextArea
        label={t('requestCase|noteEn')}
        hint={t('requestCase|noteHint')}
        lang="en"
        rows={3}
        {...form.field('en')}
      />
      <FormActions isBusy={isBusy} onLeave={onLeave} />
    </form>
  );
};
