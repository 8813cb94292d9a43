import type { Employee, RoleToGive } from '@hofn/contracts';
import { cleanEmail, isBlank, parseEmail, parseKennitala } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { Button, Dialog, KennitalaField, Row, Stack, TextField } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import { RoleFields, RolesToRead } from './RoleFields.tsx';
import { rolesAnswersOf, rolesSchema, rolesToGive } from './roles-form.ts';

// The server decides whether test numbers are allowed.
const settings = { checkDigit: 'off', allowTestIds: true } as const;
const ssnOf = (typed: string) => parseKennitala(typed, settings);

const schema = z.object({
  username: z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, 'employees|usernameShape')),
  fullName: z.string().check(z.minLength(1, 'global|requiredField'), z.maxLength(100, 'global|maxLength')),
  email: z.string().check(z.refine((text) => parseEmail(text) !== undefined, 'global|invalidEmail')),
  ssn: z.string().check(z.refine((text) => isBlank(text) || ssnOf(text).ok, 'employees|ssnShape')),
  roles: rolesSchema,
});

const withoutGivers = (given: Employee['given']): RoleToGive[] => given.map(({ by: _, ...role }) => role);

type Props = {
  /** The employee to change; undefined to add one. */
  employee: Employee | undefined;
  onSaved: () => void;
  onClose: () => void;
};

/** Adds an employee, who gets a link by e-mail, or changes one. */
export const EmployeeForm = ({ employee, onSaved, onClose }: Props) => {
  const t = useTexts<'staff'>();
  const [today] = useState(() => dayOfInstant(new Date()));
  const form = useForm({
    schema,
    initial: {
      username: employee?.username ?? '',
      fullName: employee?.fullName ?? '',
      email: employee?.email ?? '',
      ssn: employee?.ssn ?? '',
      roles: rolesAnswersOf(employee?.given ?? [], today),
    },
  });
  const adding = usePost('/api/staff/v1/employees');
  const changing = usePost('/api/staff/v1/employees/{key}');
  const { state, error } = employee ? changing : adding;
  useServerErrors(form.setServerErrors, error);
  const busy = state === 'sending';
  // Why the roles are not given here.
  const reason = employee?.signIn.federated
    ? t('employees|rolesElsewhere')
    : employee?.you
      ? t('employees|rolesOwn')
      : undefined;
  useUnsaved(form.isDirty && state !== 'done');
  const close = () => !busy && onClose();
  return (
    <Dialog
      size="large"
      title={employee ? t('employees|changeOf', { name: employee.fullName }) : t('employees|addTitle')}
      closeLabel={t('global|close')}
      onClose={close}
    >
      <Stack
        as="form"
        noValidate
        onSubmit={form.submit(async ({ username, fullName, email, ssn: typed, roles }) => {
          const parsed = isBlank(typed) ? undefined : ssnOf(typed);
          const details = {
            fullName,
            email: cleanEmail(email),
            ssn: parsed?.ok ? parsed.ssn : null,
            given: employee && reason !== undefined ? withoutGivers(employee.given) : rolesToGive(roles),
          };
          const saved = employee
            ? await changing.send({ params: { key: employee.key }, body: { act: 'change', ...details } })
            : await adding.send({ body: { username, ...details } });
          if (!saved) return;
          setNotification({
            id: 'employee',
            text: t(employee ? 'employees|saved' : 'employees|added', {
              name: fullName,
              email: details.email,
            }),
          });
          onSaved();
          onClose();
        })}
      >
        <FormErrors form={form} title={t('employees|failed')} error={error} />
        {!employee && (
          <TextField
            label={t('employees|username')}
            hint={t('employees|usernameHint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('username')}
          />
        )}
        <TextField label={t('employees|name')} autoComplete="off" {...form.field('fullName')} />
        <TextField
          label={t('employees|email')}
          hint={employee ? undefined : t('employees|emailHint')}
          type="email"
          autoComplete="off"
          {...form.field('email')}
        />
        <KennitalaField
          label={t('employees|ssn')}
          optional={t('employees|optional')}
          hint={t('employees|ssnHint')}
          {...form.field('ssn')}
        />
        {employee && reason !== undefined ? (
          <RolesToRead employee={employee} reason={reason} />
        ) : (
          <RoleFields form={form as never} given={employee?.given ?? []} />
        )}
        <Row>
          <Button type="submit" isLoading={busy} loadingLabel={t('employees|working')}>
            {t(employee ? 'employees|save' : 'employees|addSubmit')}
          </Button>
          <Button kind="secondary" aria-disabled={busy} onClick={close}>
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
