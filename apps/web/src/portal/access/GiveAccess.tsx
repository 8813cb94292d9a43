import type { AccessGrant } from '@hofn/contracts';
import { accessDays } from '@hofn/domain/access.ts';
import { dayOfInstant, errorText, formatDate } from '@hofn/texts';
import { Alert, Button, Dialog, ErrorSummary, KennitalaField, RadioGroup } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { useName } from '../../forms/useName.ts';
import { namesFields, useRefused } from '../../forms/useRefused.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { setNotification } from '../../parts/notices.ts';
import { useSend } from '../../session/index.ts';
import styles from './Access.module.css';

const roles = ['Readonly', 'Full', 'Admin'] as const;

const schema = z.object({
  ssn: z.string().check(z.minLength(1, 'access|missingSsn')),
  role: z.enum(roles),
  validTo: z.string().check(z.minLength(1, 'global|requiredField'), wholeDay()),
});

type Props = {
  /** The one to change; without it, somebody is given access. */
  grant: AccessGrant | undefined;
  onGiven: () => void;
  onClose: () => void;
};

/** Gives a person access, or changes what they may do and until when. Whoever it goes to is shown by name first. */
export const GiveAccess = ({ grant, onGiven, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const { first, usual, last } = accessDays(dayOfInstant(new Date()));
  const form = useForm({
    schema,
    initial: { ssn: grant?.ssn ?? '', role: grant?.role ?? 'Readonly', validTo: grant?.validTo ?? usual },
  });
  const { send, state, error } = useSend('/api/user/v1/settings/accessgrants');
  const found = useName(grant ? '' : form.value('ssn'), '/api/user/v1/settings/accessgrants/name');
  useRefused(form.refused, error);
  const name = grant?.name ?? found.name;
  const ssnField = form.field('ssn');
  const busy = state === 'sending';
  const leaving = useUnsaved(form.dirty && state !== 'done');
  const close = () => !busy && onClose();
  return (
    <Dialog
      size="wide"
      title={t(grant ? 'access|changeTitle' : 'access|giveTitle')}
      closeLabel={t('global|close')}
      onClose={close}
    >
      {leaving}
      <form
        noValidate
        onSubmit={form.submit(async (body) => {
          // Nobody is given access before the name stood there to be read.
          if (name === undefined) {
            if (found.lost) return found.again();
            form.refused({ ssn: [found.refused ?? t('access|missingName')] });
            return;
          }
          const given = await send({ body });
          if (!given) return;
          setNotification({ id: 'access', text: t('access|givenNotice', { name: given.name }) });
          onGiven();
          onClose();
        })}
      >
        <ErrorSummary title={t('global|fixErrors', { n: form.summary.errors.length })} {...form.summary} />
        {error && !namesFields(error) && (
          <Alert kind="error" live title={t('access|giveFailed')}>
            {errorText(t, error.errorCode)}
          </Alert>
        )}
        {!grant && (
          <KennitalaField
            label={t('access|ssnLabel')}
            hint={t('access|ssnHint')}
            {...ssnField}
            error={ssnField.error ?? found.refused}
          />
        )}
        <p className={styles.person} role="status">
          {name !== undefined ? t('access|person', { name }) : found.loading && t('access|lookingUp')}
        </p>
        <RadioGroup
          label={t('access|roleLegend')}
          {...form.field('role')}
          options={roles.map((role) => ({
            value: role,
            label: t(`accessRole|${role}`),
            hint: t(`accessRole|${role}May`),
          }))}
        />
        <DayField
          label={t('access|untilLabel')}
          hint={t('access|untilHint', { date: formatDate(t.language, last) })}
          min={first}
          max={last}
          {...form.dayField('validTo')}
        />
        <div className={styles.actions}>
          <Button type="submit" loading={busy} loadingLabel={t('access|giving')}>
            {t(grant ? 'access|submitChange' : 'access|submit')}
          </Button>
          <Button kind="secondary" aria-disabled={busy} onClick={close}>
            {t('access|cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
