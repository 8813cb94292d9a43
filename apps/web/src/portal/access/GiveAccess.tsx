import type { AccessGrant } from '@hofn/contracts';
import { accessDays } from '@hofn/domain/access.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Alert, Button, Dialog, KennitalaField, RadioGroup, Row } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { useNameLookup } from '../../forms/useNameLookup.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { DayField } from '../../parts/DayField.tsx';
import { setNotification } from '../../parts/notices.ts';
import type { ApiError } from '../../session/api-error.ts';
import { usePost } from '../../session/index.ts';
import styles from './Access.module.css';
import { AccessChange, roles, useGrantText } from './AccessChange.tsx';

const schema = z.object({
  ssn: z.string().check(z.minLength(1, 'access|missingSsn')),
  role: z.enum(roles),
  validTo: z.string().check(z.minLength(1, 'global|requiredField'), wholeDay()),
});
type Answers = z.output<typeof schema>;

type Props = {
  /** Grant to change; undefined to give new access. */
  grant: AccessGrant | undefined;
  onGiven: (given: AccessGrant, replaces: string | undefined) => void;
  onClose: () => void;
};

/** The person, the access they have now, and whether they will be notified. */
const Person = ({
  name,
  current,
  isNotified,
}: {
  name: string;
  current: AccessGrant | undefined;
  isNotified: boolean | undefined;
}) => {
  const t = useTexts<'portal'>();
  const textOf = useGrantText();
  return (
    <>
      <p>{t('access|person', { name })}</p>
      {current && (
        <Alert kind="info" title={t('access|hasAccess', { name })}>
          {textOf(current)}
        </Alert>
      )}
      {isNotified !== undefined && (
        <p className={styles.notified}>
          {t(isNotified ? 'access|notified' : 'access|notNotified', { name })}
        </p>
      )}
    </>
  );
};

/** What the form asks for, prefilled with the access that the person has. */
const useAccessForm = (grant: AccessGrant | undefined) => {
  const days = accessDays(dayOfInstant(new Date()));
  const noAccess = { role: 'Readonly', validTo: days.usual } as const;
  const { role, validTo } = grant ?? noAccess;
  const initial: Answers = { ssn: grant?.ssn ?? '', role, validTo };
  const form = useForm({ schema, initial });
  const nameLookup = useNameLookup(form.value('ssn'), '/api/user/v1/settings/accessgrants/name');
  const found = nameLookup.current;
  // The look-up knows what has changed since the list was loaded.
  const current = found === undefined ? grant : (found ?? undefined);
  const prefilled = useRef(grant?.id);
  useEffect(() => {
    if (nameLookup.loading || current?.id === prefilled.current) return;
    prefilled.current = current?.id;
    form.set('role', current?.role ?? noAccess.role);
    form.set('validTo', current?.validTo ?? noAccess.validTo);
  });
  return { form, nameLookup, current, days };
};

/**
 * Gives a person access, or changes their role and end date. Shows the person's name before submit, and what they have
 * and will have before anything they have is replaced.
 */
export const GiveAccess = ({ grant, onGiven, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const { form, nameLookup, current, days } = useAccessForm(grant);
  const { send, state, error } = usePost('/api/user/v1/settings/accessgrants');
  const [toConfirm, setToConfirm] = useState<Answers>();
  useServerErrors(form.setServerErrors, error);
  const handledError = useRef<ApiError>(undefined);
  useEffect(() => {
    if (!error || error === handledError.current) return;
    handledError.current = error;
    setToConfirm(undefined);
    if (error.errorCode === 'grantChanged') nameLookup.retry();
  });
  const name = grant?.name ?? nameLookup.name;
  const ssnField = form.field('ssn');
  const busy = state === 'sending';
  useUnsaved(form.isDirty && state !== 'done');
  const close = () => !busy && onClose();
  const give = async (answers: Answers) => {
    const given = await send({ body: { ...answers, ...(current && { replaces: current.id }) } });
    if (!given) return;
    const notice = current ? 'access|changedNotice' : 'access|givenNotice';
    setNotification({ id: 'access', text: t(notice, { name: given.name }) });
    onGiven(given, current?.id);
    onClose();
  };
  const submit = form.submit((answers) => {
    // Don't give access until the form has shown the person's name.
    if (name === undefined) {
      if (nameLookup.isRetryable) return nameLookup.retry();
      form.setServerErrors({ ssn: [nameLookup.error ?? t('access|missingName')] });
      return;
    }
    if (nameLookup.loading) return;
    if (!current) return give(answers);
    if (current.role === answers.role && current.validTo === answers.validTo)
      form.setServerErrors({ role: [t('access|nothingChanges')] });
    else setToConfirm(answers);
  });
  return (
    <Dialog
      size="large"
      title={t(current ? 'access|changeTitle' : 'access|giveTitle')}
      closeLabel={t('global|close')}
      onClose={close}
    >
      {toConfirm && current ? (
        <>
          <AccessChange current={current} next={toConfirm} />
          <Row>
            <Button isLoading={busy} loadingLabel={t('access|giving')} onClick={() => void give(toConfirm)}>
              {t('access|confirmChange')}
            </Button>
            <Button kind="secondary" aria-disabled={busy} onClick={() => !busy && setToConfirm(undefined)}>
              {t('access|backToForm')}
            </Button>
          </Row>
        </>
      ) : (
        <form noValidate onSubmit={submit}>
          <FormErrors form={form} title={t('access|giveFailed')} error={error} />
          {!grant && (
            <KennitalaField
              label={t('access|ssnLabel')}
              hint={t('access|ssnHint')}
              {...ssnField}
              error={ssnField.error ?? nameLookup.error}
            />
          )}
          <div className={styles.person} role="status">
            {name !== undefined ? (
              <Person name={name} current={current} isNotified={nameLookup.isNotified} />
            ) : (
              nameLookup.loading && <p>{t('access|lookingUp')}</p>
            )}
          </div>
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
            hint={t('access|untilHint', { date: formatDate(t.language, days.last) })}
            min={days.first}
            max={days.last}
            {...form.dayField('validTo')}
          />
          <Row>
            <Button type="submit" isLoading={busy} loadingLabel={t('access|giving')}>
              {t(current ? 'access|submitChange' : 'access|submit')}
            </Button>
            <Button kind="secondary" aria-disabled={busy} onClick={close}>
              {t('global|cancel')}
            </Button>
          </Row>
        </form>
      )}
    </Dialog>
  );
};
