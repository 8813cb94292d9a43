import type { Employee } from '@hofn/contracts';
import { isDay } from '@hofn/domain';
import { type ClaimLine, claimLineNames } from '@hofn/domain/claim-form.ts';
import { type StaffRole, staffRoles } from '@hofn/domain/staff-roles.ts';
import { formatDate } from '@hofn/texts/format.ts';
import { Checkbox, CheckboxGroup, Disclosure, Row, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { useForm } from '../../forms/useForm.ts';
import { DayField } from '../../parts/DayField.tsx';
import styles from './Employees.module.css';
import { isByLine, type RolesAnswers } from './roles-form.ts';

type Form = ReturnType<typeof useForm<RolesAnswers, RolesAnswers>>;

/** The days and lines of a role in one line. */
const useTermsText = () => {
  const t = useTexts<'staff'>();
  const dayOf = (day: string) => (isDay(day) ? formatDate(t.language, day) : '');
  return (role: StaffRole, { from, to, lines }: RolesAnswers['roles'][StaffRole]): string =>
    [
      to === ''
        ? t('employees|roleSince', { from: dayOf(from) })
        : t('employees|roleBetween', { from: dayOf(from), to: dayOf(to) }),
      isByLine(role) &&
        (lines.map((line) => t(`employees|line.${line as ClaimLine}`)).join(', ') ||
          t('employees|roleAllLines')),
    ]
      .filter(Boolean)
      .join(' · ');
};

/** From when until when an employee has a role, and for which lines: closed, because most roles begin today and have no end. */
const RoleTerms = ({ role, form, by }: { role: StaffRole; form: Form; by: string | null }) => {
  const t = useTexts<'staff'>();
  const termsText = useTermsText();
  const answers = form.value(`roles.${role}`);
  const hasError = form.errorOf(`roles.${role}.from`) ?? form.errorOf(`roles.${role}.to`);
  return (
    <fieldset
      className={styles.terms}
      aria-label={t('employees|roleDays', { role: t(`employees|role.${role}`) })}
    >
      <Disclosure summary={termsText(role, answers)} {...(hasError && { isOpen: true })}>
        <Stack>
          <Row gap="l" align="start">
            <DayField label={t('employees|roleFrom')} {...form.dayField(`roles.${role}.from`)} />
            <DayField
              label={t('employees|roleTo')}
              optional={t('employees|optional')}
              {...form.dayField(`roles.${role}.to`)}
            />
          </Row>
          {isByLine(role) && (
            <CheckboxGroup
              label={t('employees|roleLines')}
              hint={t('employees|roleLinesHint')}
              options={claimLineNames.map((line) => ({ value: line, label: t(`employees|line.${line}`) }))}
              values={answers.lines}
              onChange={(lines) => form.set(`roles.${role}.lines`, lines)}
            />
          )}
          {by !== null && <p className={styles.detail}>{t('employees|roleBy', { name: by })}</p>}
        </Stack>
      </Disclosure>
    </fieldset>
  );
};

/** Gives roles, each from a day to a day (rule ROLE-1). */
export const RoleFields = ({ form, given }: { form: Form; given: Employee['given'] }) => {
  const t = useTexts<'staff'>();
  return (
    <fieldset className={styles.roles}>
      <legend>{t('employees|roles')}</legend>
      <Stack gap="s">
        <p className={styles.detail}>{t('employees|rolesHint')}</p>
        {staffRoles.map((role) => (
          <div key={role}>
            <Checkbox
              label={t(`employees|is.${role}`)}
              checked={form.value(`roles.${role}.isGiven`)}
              onChange={({ target }) => form.set(`roles.${role}.isGiven`, target.checked)}
            />
            {form.value(`roles.${role}.isGiven`) && (
              <RoleTerms role={role} form={form} by={given.find((one) => one.role === role)?.by ?? null} />
            )}
          </div>
        ))}
      </Stack>
    </fieldset>
  );
};

/** The roles of somebody whose roles cannot be changed here, and why. */
export const RolesToRead = ({ employee, reason }: { employee: Employee; reason: string }) => {
  const t = useTexts<'staff'>();
  return (
    <section aria-labelledby="hlutverk">
      <h3 id="hlutverk">{t('employees|roles')}</h3>
      <p>{reason}</p>
      <ul>
        {employee.given.map(({ role, from, to }) => (
          <li key={role}>
            {t(`employees|role.${role}`)}{' '}
            <span className={styles.detail}>
              {[formatDate(t.language, from), to && formatDate(t.language, to)].filter(Boolean).join(' – ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
