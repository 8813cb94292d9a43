import type { PolicyOptions } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { RadioGroup, SelectField, TextArea, TextField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { useForm } from '../../forms/useForm.ts';
import { DayField } from '../../parts/DayField.tsx';
import { type Answers, choiceOf, isByNotice, type RequestKind } from './request-form.ts';

type Form = ReturnType<typeof useForm<Answers, Answers>>;
type Props = { form: Form; options: PolicyOptions };

const CoverFields = ({ form, options: { addable, requestable } }: Props) => {
  const t = useTexts<'portal'>();
  const { removable, deductibles } = requestable;
  const choice = form.value('choice');
  return (
    <>
      <RadioGroup
        label={t('policyForm|choice')}
        {...form.field('choice')}
        options={[
          ...addable.map(({ name, pricePerYear, ...added }) => ({
            value: choiceOf(added),
            label: t('policyForm|add', { cover: name }),
            ...(pricePerYear !== null && {
              hint: t('policyForm|priceFrom', { amount: formatMoney(t.language, pricePerYear) }),
            }),
          })),
          ...removable.map(({ cover, name }) => ({
            value: `remove ${cover}`,
            label: t('policyForm|remove', { cover: name }),
          })),
          ...(deductibles.length > 0 ? [{ value: 'deductible', label: t('policyForm|deductible') }] : []),
          { value: 'other', label: t('policyForm|other') },
        ]}
      />
      {choice === 'deductible' && (
        <SelectField
          label={t('policyRequest|deductible')}
          {...form.field('deductible')}
          options={[
            { value: '', label: '' },
            ...deductibles.map((amount) => ({
              value: String(amount),
              label: formatMoney(t.language, amount),
            })),
          ]}
        />
      )}
      {choice === 'other' && (
        <TextArea
          label={t('policyForm|text')}
          hint={t('policyForm|textHint')}
          rows={4}
          {...form.field('text')}
        />
      )}
    </>
  );
};

const Day = ({
  form,
  name,
  label,
  range,
}: {
  form: Form;
  name: 'on' | 'from';
  label: string;
  range: { from: string; to: string } | null;
}) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date);
  return (
    <DayField
      label={label}
      {...(range && {
        hint: t('policyForm|dayHint', { from: day(range.from), to: day(range.to) }),
        min: range.from,
        max: range.to,
      })}
      {...form.dayField(name)}
    />
  );
};

/** Whether a company has five full-time posts, on which its period of notice depends. */
const PostsField = ({ form }: Pick<Props, 'form'>) => {
  const t = useTexts<'portal'>();
  return (
    <RadioGroup
      label={t('policyForm|posts')}
      hint={t('policyForm|postsHint')}
      {...form.field('hasFivePosts')}
      options={[
        { value: 'no', label: t('policyForm|fewPosts') },
        { value: 'yes', label: t('policyForm|fivePosts') },
      ]}
    />
  );
};

const GroundsFields = ({ form, options: { requestable } }: Props) => {
  const t = useTexts<'portal'>();
  const { grounds, cancelDays, asksForPosts } = requestable;
  const chosen = form.value('grounds');
  const isSale = chosen !== 'newInsurer';
  return (
    <>
      <p>{t(grounds.includes('notice') ? 'policyForm|vehicleGone' : 'policyForm|compulsory')}</p>
      <RadioGroup
        label={t('policyForm|grounds')}
        {...form.field('grounds')}
        options={grounds.map((value) => ({ value, label: t(`policyRequest|grounds.${value}`) }))}
      />
      {!isSale && <TextField label={t('policyRequest|insurer')} {...form.field('insurer')} />}
      {isByNotice({ grounds: chosen }) ? (
        asksForPosts && <PostsField form={form} />
      ) : (
        <Day
          form={form}
          name="on"
          label={t(isSale ? 'policyForm|onSold' : 'policyForm|onTaken')}
          range={cancelDays}
        />
      )}
    </>
  );
};

/** The questions of a kind of request about a policy. */
export const RequestFields = ({ kind, form, options }: Props & { kind: RequestKind }) => {
  const t = useTexts<'portal'>();
  const { grounds, suspendDays, resumeDays = null } = options.requestable;
  if (kind === 'cover') return <CoverFields form={form} options={options} />;
  if (kind === 'suspend')
    return (
      <>
        <p>{t('policyForm|suspendLead')}</p>
        <Day form={form} name="from" label={t('policyForm|from')} range={suspendDays} />
      </>
    );
  if (kind === 'resume')
    return (
      <>
        <p>{t('policyForm|resumeLead')}</p>
        <Day form={form} name="from" label={t('policyForm|resumeFrom')} range={resumeDays} />
      </>
    );
  if (grounds.length > 0) return <GroundsFields form={form} options={options} />;
  return <PostsField form={form} />;
};
