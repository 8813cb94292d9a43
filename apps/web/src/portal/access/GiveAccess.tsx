import type { AccessGrant } from '@hofn/contracts';
import { accessDays } from '@hofn/domain/access.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Button, Dialog, KennitalaField, RadioGroup } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { useNameLookup } from '../../forms/useNameLookup.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { Actions } from '../../parts/Actions.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import styles from './Access.module.css';

const roles = ['Readonly', 'Full', 'Admin'] as const;

const schema = z.object({
  ssn: z.string().check(z.minLength(1, 'access|missingSsn')),
  role: z.enum(roles),
  validTo: z.string().check(z.minLength(1, 'global|requiredField'), wholeDay()),
});

type Props = {
  /** Grant to change; undefined to give new access. */
  grant: AccessGrant | undefined;
  onGiven: () => void;
  onClose: () => void;
};

/** Gives a person access, or changes their role and end date; shows the person's name before submit. */
export const GiveAccess = ({ grant, onGiven, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const { first: firstDay, usual: usualDay, last: lastDay } = accessDays(dayOfInstant(new Date()));
  const form = useForm({
    schema,
    initial: { ssn: grant?.ssn ?? '', role: grant?.role ?? 'Readonly', validTo: grant?.validTo ?? usualDay },
  });
  const { send, state, error } = usePost('/api/user/v1/settings/accessgrants');
  const nameLookup = useNameLookup(grant ? '' : form.value('ssn'), '/api/user/v1/settings/accessgrants/name');
  useServerErrors(form.setServerErrors, error);
  const name = grant?.name ?? nameLookup.name;
  const ssnField = form.field('ssn');
  const busy = state === 'sending';
  const leaveDialog = useUnsaved(form.isDirty && state !== 'done');
  const close = () => !busy && onClose();
  return (
    <Dialog
      size="wide"
      title={t(grant ? 'access|changeTitle' : 'access|giveTitle')}
      closeLabel={t('global|close')}
      onClose={close}
    >
      {leaveDialog}
      <form
        noValidate
        onSubmit={form.submit(async (body) => {
          // Don't give access until the form has shown the person's name.
          if (name === undefined) {
            if (nameLookup.isRetryable) return nameLookup.retry();
            form.setServerErrors({ ssn: [nameLookup.error ?? t('access|missingName')] });
            return;
          }
          const given = await send({ body });
          if (!given) return;
          setNotification({ id: 'access', text: t('access|givenNotice', { name: given.name }) });
          onGiven();
          onClose();
        })}
      >
        <FormErrors form={form} title={t('access|giveFailed')} error={error} />
        {!grant && (
          <KennitalaField
            label={t('access|ssnLabel')}
            hint={t('access|ssnHint')}
            {...ssnField}
            error={ssnField.error ?? nameLookup.error}
          />
        )}
        <p className={styles.person} role="status">
          {name !== undefined ? t('access|person', { name }) : nameLookup.loading && t('access|lookingUp')}
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
          hint={t('access|untilHint', { date: formatDate(t.language, lastDay) })}
          min={firstDay}
          max={lastDay}
          {...form.dayField('validTo')}
        />
        <Actions>
          <Button type="submit" loading={busy} loadingLabel={t('access|giving')}>
            {t(grant ? 'access|submitChange' : 'access|submit')}
          </Button>
          <Button kind="secondary" aria-disabled={busy} onClick={close}>
            {t('global|cancel')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
};
