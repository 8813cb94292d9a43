import { formatNumber } from '@hofn/texts/number.ts';
import {
  Button,
  ErrorSummary,
  FileField,
  PhoneField,
  RadioGroup,
  Steps,
  TextField,
  type UploadedFile,
} from '@hofn/ui';
import { type FormEvent, useState } from 'react';
import styles from './gallery.module.css';
import { Part, type SectionProps } from './Part.tsx';

const sampleFiles = ({ names, ...f }: SectionProps['w']['files']): UploadedFile[] => [
  { id: 'done', name: names.done, state: 'done', status: f.done, isImage: true },
  {
    id: 'uploading',
    name: names.uploading,
    state: 'uploading',
    progress: 0.62,
    status: f.uploading,
    isImage: true,
  },
  { id: 'waiting', name: names.waiting, state: 'waiting', status: f.waiting },
  { id: 'tooLarge', name: names.tooLarge, state: 'refused', status: f.tooLarge },
  { id: 'broken', name: names.broken, state: 'refused', status: f.broken, canRetry: true },
];

/** A step of a form, and files in each state. */
export const Form = (props: SectionProps) => {
  const { w, language } = props;
  const f = w.files;
  const [step, setStep] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const [values, setValues] = useState({ name: '', mobile: '', paymentMethod: '' });
  const [files, setFiles] = useState(() => sampleFiles(f));
  const messages = {
    name: w.form.nameError,
    mobile: w.form.mobileError,
    paymentMethod: w.form.paymentMethodError,
  };
  const errorOf = (field: keyof typeof values) =>
    attempt > 0 && !values[field] ? messages[field] : undefined;
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
  };
  const words = {
    remove: f.remove,
    cancel: f.cancel,
    retry: f.retry,
    progress: (name: string, done: number) =>
      f.progress(name, `${formatNumber(language, Math.round(done * 100))}%`),
  };
  const change = (id: string, part: Partial<UploadedFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...part } : file)));
  return (
    <>
      <Part {...props} id="form" of={['ErrorSummary', 'Steps']} hasColumns>
        <form className={styles.form} onSubmit={send} noValidate>
          <ErrorSummary
            title={w.form.title}
            attempt={attempt}
            errors={(['name', 'mobile', 'paymentMethod'] as const).flatMap((field) => {
              const message = errorOf(field);
              return message ? [{ field: `form-${field}`, message }] : [];
            })}
          />
          <TextField
            id="form-name"
            label={w.form.name}
            value={values.name}
            onChange={({ target }) => set({ name: target.value })}
            error={errorOf('name')}
          />
          <PhoneField
            id="form-mobile"
            label={w.fields.mobile}
            autoComplete="off"
            value={values.mobile}
            onChange={({ target }) => set({ mobile: target.value })}
            error={errorOf('mobile')}
          />
          <RadioGroup
            id="form-paymentMethod"
            label={w.choices.paymentMethod}
            value={values.paymentMethod}
            onChange={({ target }) => set({ paymentMethod: target.value })}
            error={errorOf('paymentMethod')}
            options={[
              { value: 'card', label: w.choices.card },
              { value: 'claim', label: w.choices.claim },
            ]}
          />
          <div className={styles.row}>
            <Button type="submit">{w.form.send}</Button>
            <Button kind="text">{w.form.back}</Button>
          </div>
        </form>
        <Steps
          label={w.form.steps}
          steps={w.form.step}
          current={step}
          doneLabel={w.form.done}
          position={w.form.position}
          onSelect={setStep}
        />
      </Part>
      <Part {...props} id="files" of={['FileField']} hasColumns>
        <FileField
          label={f.label}
          optional={w.optional}
          hint={f.hint}
          chooseLabel={f.choose}
          dropLabel={f.drop}
          accept="image/*,application/pdf"
          files={files}
          texts={words}
          onChoose={(chosen) =>
            setFiles((all) => [
              ...all,
              ...chosen.map(({ name, type }) => ({
                id: crypto.randomUUID(),
                name,
                state: 'waiting' as const,
                status: f.waiting,
                isImage: type.startsWith('image/'),
              })),
            ])
          }
          onRemove={(id) => setFiles((all) => all.filter((file) => file.id !== id))}
          onRetry={(id) => change(id, { state: 'waiting', status: f.waiting, canRetry: false })}
        />
        <div className={styles.form}>
          <FileField
            label={f.full}
            hint={f.fullHint}
            chooseLabel={f.choose}
            dropLabel={f.drop}
            isSingle
            isFull
            files={[{ id: 'one', name: f.names.waiting, state: 'done', status: f.done }]}
            texts={words}
            onChoose={() => {}}
            onRemove={() => {}}
          />
          <FileField
            label={f.full}
            error={f.error}
            chooseLabel={f.choose}
            dropLabel={f.drop}
            files={[]}
            texts={words}
            onChoose={() => {}}
            onRemove={() => {}}
          />
        </div>
      </Part>
    </>
  );
};
