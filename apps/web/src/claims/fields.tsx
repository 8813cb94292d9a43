import { type ClaimField, isFieldVisible } from '@hofn/domain/claim-form.ts';
import { Checkbox, KennitalaField, RadioGroup, TextArea, TextField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import type { Path } from '../forms/paths.ts';
import { DayField } from '../parts/DayField.tsx';
import type { ClaimAnswers, ClaimFields } from './useClaimForm.ts';

/** Returns a function that builds the props of a field: those of the form, and its texts. */
export const useFieldProps = (form: Pick<ClaimFields, 'field'>) => {
  const t = useTexts<'claimForm'>();
  return <At extends Path<ClaimAnswers>>(path: At, name: string, required: boolean) => ({
    ...form.field(path),
    label: t.find(`claimField|${name}`) ?? name,
    hint: t.find(`claimHint|${name}`),
    optional: required ? undefined : t('global|optional'),
  });
};

/** Input for a question specific to the insurance line. */
export const DetailField = ({ field, form }: { field: ClaimField; form: ClaimFields }) => {
  const t = useTexts<'claimForm'>();
  const path = `details.${field.name}` as const;
  const input = useFieldProps(form)(path, field.name, field.required ?? false);
  if (!isFieldVisible(field, form.values)) return null;
  const change = (text: string) => form.set(path, text);
  switch (field.type) {
    case 'choice':
      return (
        <RadioGroup
          {...input}
          hasColumns
          options={(field.options ?? []).map((option) => ({
            value: option,
            label: t.find(`claimOption|${field.name}.${option}`) ?? option,
          }))}
        />
      );
    case 'flag':
      return (
        <Checkbox
          id={input.id}
          label={input.label}
          error={input.error}
          checked={input.value === 'yes'}
          onChange={({ target }) => change(target.checked ? 'yes' : '')}
        />
      );
    case 'lines':
      return <TextArea {...input} rows={4} />;
    case 'ssn':
      return <KennitalaField {...input} />;
    case 'day':
      return <DayField {...input} language={t.language} value={input.value ?? ''} onChange={change} />;
    case 'plate':
      return <TextField {...input} width="narrow" autoComplete="off" spellCheck={false} />;
    default:
      return <TextField {...input} />;
  }
};
