import { type ClaimField, type ClaimForm, isFieldVisible } from '@hofn/domain/claim-form.ts';
import { Checkbox, KennitalaField, RadioGroup, TextArea, TextField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { DayField } from '../parts/DayField.tsx';
import { useFormTexts } from './form-texts.ts';

/** Form state and callbacks passed to each step. */
export type FormParts = {
  form: ClaimForm;
  setFields: (fields: Partial<ClaimForm>) => void;
  /** Visible error of a field: undefined until the field is blurred or its step is submitted. */
  errorOf: (path: string) => string | undefined;
  /** Marks a field as touched, on blur. */
  touch: (path: string) => void;
};

/** Element id of a field; errors link to it. */
export const fieldId = (path: string): string => `tjon-${path.replaceAll('.', '-')}`;

/** Returns a function that builds the props common to all field components. */
export const useFieldProps = ({ errorOf, touch }: FormParts) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  return (path: string, name: string, required: boolean) => ({
    id: fieldId(path),
    label: f.find(`claimField|${name}`) ?? name,
    hint: f.find(`claimHint|${name}`),
    error: errorOf(path),
    optional: required ? undefined : t('global|optional'),
    onBlur: () => touch(path),
  });
};

/** Input for a question specific to the insurance line. */
export const DetailField = ({ field, parts }: { field: ClaimField; parts: FormParts }) => {
  const f = useFormTexts();
  const { form, setFields } = parts;
  const common = useFieldProps(parts)(`details.${field.name}`, field.name, field.required ?? false);
  if (!isFieldVisible(field, form.details)) return null;
  const value = form.details[field.name] ?? '';
  const change = (text: string) => setFields({ details: { ...form.details, [field.name]: text } });
  const input = {
    ...common,
    value,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  switch (field.type) {
    case 'choice':
      return (
        <RadioGroup
          {...common}
          name={field.name}
          value={value}
          columns
          onChange={({ currentTarget }) => change(currentTarget.value)}
          options={(field.options ?? []).map((option) => ({
            value: option,
            label: f.find(`claimOption|${field.name}.${option}`) ?? option,
          }))}
        />
      );
    case 'flag':
      return (
        <Checkbox
          id={common.id}
          label={common.label}
          error={common.error}
          checked={value === 'yes'}
          onChange={({ target }) => change(target.checked ? 'yes' : '')}
        />
      );
    case 'lines':
      return <TextArea {...input} rows={4} />;
    case 'ssn':
      return <KennitalaField {...input} />;
    case 'day':
      return <DayField {...common} language={f.language} value={value} onChange={change} />;
    case 'plate':
      return <TextField {...input} width="narrow" autoComplete="off" spellCheck={false} />;
    default:
      return <TextField {...input} />;
  }
};
