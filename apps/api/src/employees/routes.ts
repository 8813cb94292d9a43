import { type ErrorCode, employee, type employeeCalls, employeeList } from '@hofn/contracts';
import { parseKennitala } from '@hofn/domain/kennitala.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type IdentityManagement, passOn } from '../password/identity.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Settings } from '../settings.ts';

/** Refusals of the identity service that the administrator can act on. */
const reportedRefusals = [
  'unauthenticated',
  'forbidden',
  'notFound',
  'validation',
  'lastAdministrator',
  'ownRoles',
  'managedElsewhere',
  'usernameTaken',
  'emailTaken',
  'ssnTaken',
] as const;

/** The field that a refusal is shown at. */
const fieldOfRefusal: Partial<Record<ErrorCode, string>> = {
  usernameTaken: 'username',
  emailTaken: 'email',
  ssnTaken: 'ssn',
};

/** Administration of employees (rule HOLD-11). Only the identity service stores them. */
export const employeeHandlers = ({
  identity,
  settings,
}: {
  identity: IdentityManagement;
  settings: Settings;
}): Handlers<typeof employeeCalls> => {
  const callIdentity = <Answer>(
    request: FastifyRequest,
    call: Parameters<IdentityManagement['call']>[1],
    schema: z.ZodType<Answer>,
  ): Promise<Answer> =>
    passOn(identity, request, { request: call, schema, reported: reportedRefusals }).catch(
      (error: unknown) => {
        const path = error instanceof Fault && fieldOfRefusal[error.code];
        throw path ? new Fault(error.code, { fields: [{ path, reason: error.code }] }) : error;
      },
    );

  /** @throws Fault `validation` unless it is a person's kennitala, or there is none */
  const checkSsn = (ssn: string | null): void => {
    if (ssn === null) return;
    const parsed = parseKennitala(ssn, { checkDigit: 'off', allowTestIds: settings.KENNITALA_TEST_IDS });
    if (!parsed.ok || parsed.kind !== 'person')
      throw new Fault('validation', { fields: [{ path: 'ssn', reason: 'ssn' }] });
  };
  return {
    employees: ({ request }) => callIdentity(request, { method: 'GET', path: 'employees' }, employeeList),

    addEmployee: async ({ request, body, language }) => {
      checkSsn(body.ssn);
      return callIdentity(request, { method: 'POST', path: 'employees', body, language }, employee);
    },

    actOnEmployee: async ({ request, params: { key }, body, language }) => {
      if (body.act === 'change') checkSsn(body.ssn);
      return callIdentity(
        request,
        { method: 'POST', path: `employees/${encodeURIComponent(key)}`, body, language },
        employee,
      );
    },
  };
};
