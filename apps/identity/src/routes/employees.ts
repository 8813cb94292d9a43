import { employeeAct, newEmployee } from '@hofn/contracts';
import { type TokenClaims, TokenRefused } from '@hofn/service/tokens.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { audit } from '../audit.ts';
import type { EmployeeOutcome, Employees } from '../employees/employees.ts';
import { answerWithProblems, languageOf, type ManagementParts, refuse } from './management.ts';

type ByKey = { Params: { key: string } };

const bearerOf = ({ headers }: FastifyRequest): string =>
  /^Bearer ([\w~+/.-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Administration of employees (rule HOLD-11), called by the API with the administrator's token. */
export const employeeRoutes: FastifyPluginAsync<
  ManagementParts & { employees: Employees; mayAdd: boolean }
> = async (server, { employees, mayAdd, checkToken, findEmployee, origins }) => {
  answerWithProblems(server, origins);

  /** The calling administrator; undefined after answering with a refusal. */
  const requireAdministrator = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ id: string; name: string } | undefined> => {
    let claims: TokenClaims;
    try {
      claims = await checkToken(bearerOf(request));
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      await refuse(request, reply, { status: 401, errorCode: 'unauthenticated' });
      return undefined;
    }
    const employee =
      claims.actorKind === 'employee' ? await findEmployee(claims.sub, claims.signedInAt) : undefined;
    if (employee?.roles.includes('admin')) return employee;
    await refuse(request, reply, { status: 403, errorCode: 'forbidden' });
    return undefined;
  };

  const answer = (request: FastifyRequest, reply: FastifyReply, outcome: EmployeeOutcome, by: string) => {
    if (outcome.ok) return { ...outcome.employee, you: `employee|${outcome.employee.key}` === by };
    if (outcome.errorCode === 'taken')
      // The API words it; see `taken` in the catalogue of errors.
      return refuse(request, reply, { status: 409, errorCode: `${outcome.field}Taken` });
    const status = outcome.errorCode === 'notFound' ? 404 : 409;
    return refuse(request, reply, { status, errorCode: outcome.errorCode });
  };

  server.get('/idm/v1/employees', async (request, reply) => {
    const administrator = await requireAdministrator(request, reply);
    if (administrator === undefined) return reply;
    const by = administrator.id;
    const items = await employees.list();
    return {
      items: items.map((employee) => ({ ...employee, you: `employee|${employee.key}` === by })),
      mayAdd,
    };
  });

  server.post('/idm/v1/employees', async (request, reply) => {
    const administrator = await requireAdministrator(request, reply);
    if (administrator === undefined) return reply;
    const by = administrator.id;
    const body = newEmployee.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const { username, given } = body.data;
    const outcome = await employees.add(
      body.data,
      languageOf(request),
      (tx, object) =>
        audit(tx, request, 'staff.addEmployee', { connection: 'employee', sub: by, object, given }),
      administrator.name,
    );
    if (outcome.ok) request.log.info({ audit: 'employee added', by, username, given }, 'employee added');
    if (outcome.ok) reply.code(201);
    return answer(request, reply, outcome, by);
  });

  server.post<ByKey>('/idm/v1/employees/:key', async (request, reply) => {
    const administrator = await requireAdministrator(request, reply);
    if (administrator === undefined) return reply;
    const by = administrator.id;
    const body = employeeAct.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const { key } = request.params;
    const { act } = body.data;
    const given = body.data.act === 'change' ? { given: body.data.given } : {};
    const outcome = await employees.act(
      key,
      body.data,
      languageOf(request),
      (tx, object) =>
        audit(tx, request, 'staff.actOnEmployee', { connection: 'employee', sub: by, object, act, ...given }),
      administrator,
    );
    if (outcome.ok)
      request.log.info({ audit: 'employee changed', by, employee: key, act, ...given }, 'employee changed');
    return answer(request, reply, outcome, by);
  });
};
