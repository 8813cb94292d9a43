// Lists, adds and dismisses employees from the command line: the first administrator of an installation is added here.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type EmployeeAct, newEmployee, type RoleToGive } from '@hofn/contracts';
import { recordAuditEvent } from '@hofn/database';
import { dayOf, parseKennitala, systemClock } from '@hofn/domain';
import { staffRoles } from '@hofn/domain/staff-roles.ts';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { withCommandDatabase } from './command-database.ts';
import type { StoredEmployee } from './employees/employee-list.ts';
import {
  createEmployees,
  type EmployeeOutcome,
  type Employees,
  type RecordChange,
} from './employees/employees.ts';
import { federationIssuerOf } from './federation/settings.ts';
import { issuerOf, type Settings } from './settings.ts';

const help = `npm run employee -- list
npm run employee -- add USERNAME --name NAME --email ADDRESS [--ssn KENNITALA] [--role ROLE …] [--admin] [--auditor]
npm run employee -- change USERNAME [--name NAME] [--email ADDRESS] [--ssn KENNITALA] [--role ROLE …]
                                    [--[no-]admin] [--[no-]auditor]
npm run employee -- change USERNAME --subject ID | --unlink   links to a work account, or undoes that
npm run employee -- link USERNAME           prints a link to set up how the employee signs in
npm run employee -- dismiss USERNAME        closes their access at once
npm run employee -- restore USERNAME
npm run employee -- end-sessions USERNAME   logs them out everywhere

Roles: ${staffRoles.join(', ')}. --role, once for each, replaces all that the employee has;
--admin and --auditor add to them. Days and lines of insurance are set on the employees’ screen.
\`add\` prints the same link as \`link\`, which is valid for 24 hours and can be used once; it sends no e-mail.
Without --ssn an employee can sign in with a passkey only. With --subject, the id that FEDERATION_ISSUER gives them,
they sign in there only. It uses the database at DATABASE_URL, or else the embedded
one in DATABASE_FOLDER [.data/database], which must not be in use, and ISSUER for the link.`;

const readArguments = () => {
  return parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      ssn: { type: 'string' },
      role: { type: 'string', multiple: true },
      admin: { type: 'boolean' },
      auditor: { type: 'boolean' },
      subject: { type: 'string' },
      unlink: { type: 'boolean' },
      help: { type: 'boolean', default: false },
    },
  });
};
type Options = ReturnType<typeof readArguments>['values'];

const ssnOf = (typed: string): string => {
  const parsed = parseKennitala(typed, { checkDigit: 'off', allowTestIds: true });
  if (!parsed.ok || parsed.kind !== 'person') throw new CommandError(`${typed} is no person’s kennitala.`);
  return parsed.ssn;
};

const refusals = {
  notFound: 'There is no such employee.',
  lastAdministrator: 'There is no other administrator. Make another employee an administrator first.',
  ownRoles: 'Nobody gives roles to themselves.',
  managedElsewhere: 'This is decided at the OpenID provider that FEDERATION_ISSUER names.',
};

const employeeOf = (outcome: EmployeeOutcome): StoredEmployee => {
  if (outcome.ok) return outcome.employee;
  throw new CommandError(
    outcome.errorCode === 'taken'
      ? `Another employee has this ${outcome.field}.`
      : refusals[outcome.errorCode],
  );
};

const lineOf = ({ username, fullName, email, roles, active, signIn, ssn }: StoredEmployee): string =>
  [
    username.padEnd(16),
    (active ? roles.join(',') || 'no role' : 'dismissed').padEnd(24),
    (signIn.federated
      ? ['work account']
      : [signIn.passkeys > 0 && 'passkey', signIn.password && ssn !== null && 'password']
    )
      .filter(Boolean)
      .join(', ')
      .padEnd(20),
    `${fullName} <${email}>`,
  ].join(' ');

/** The roles that the options leave, of those that an employee has. */
const rolesAfter = (
  { role: replaced, admin, auditor }: Options,
  before: readonly RoleToGive[],
): RoleToGive[] => {
  const from = dayOf(systemClock.now());
  const named = (roles: readonly string[]) =>
    roles.map((role) => ({ role, lines: null, from, to: null }) as RoleToGive);
  const switched = { admin, auditor };
  const kept = (replaced ? named(replaced) : before).filter(
    ({ role }) => !(role in switched) || switched[role as keyof typeof switched] !== false,
  );
  const added = Object.entries(switched).flatMap(([role, isOn]) =>
    isOn && !kept.some((given) => given.role === role) ? role : [],
  );
  return [...kept, ...named(added)];
};

/** Checks what was typed with the rules of the screen. @throws CommandError */
const newEmployeeOf = (username: string, options: Options, before: readonly RoleToGive[] = []) => {
  const { name, email, ssn } = options;
  const parsed = newEmployee.safeParse({
    username,
    fullName: name,
    email,
    ssn: ssn === undefined ? null : ssnOf(ssn),
    given: rolesAfter(options, before),
  });
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new CommandError(fields.join('\n'));
};

/** @throws CommandError without a provider to link to */
const accountOf = (settings: Settings, subject: string) => {
  const issuer = federationIssuerOf(settings);
  if (issuer === undefined) throw new CommandError('FEDERATION_ISSUER is not set.');
  return { issuer, subject };
};

const acts = { dismiss: 'dismiss', restore: 'restore', 'end-sessions': 'endSessions' } as const;

const perform = async (
  { employees, settings }: { employees: Employees; settings: Settings },
  links: string[],
  command: string,
  username: string,
  options: Options,
): Promise<void> => {
  const record =
    (action: 'staff.addEmployee' | 'staff.actOnEmployee', details: object): RecordChange =>
    (tx, object) =>
      recordAuditEvent(tx, {
        action,
        actorKind: 'system',
        authority: 'system',
        object,
        details: { ...details, by: 'npm run employee' },
      });
  const all = await employees.list();
  // The user name of somebody with a work account is not their key.
  const current = all.find((employee) => [employee.username, employee.key].includes(username));
  const key = current?.key ?? username;
  const act = async (body: EmployeeAct) =>
    employeeOf(
      await employees.act(
        key,
        body,
        'is',
        record('staff.actOnEmployee', {
          act: body.act,
          ...(body.act === 'change' && { given: body.given }),
        }),
      ),
    );
  if (command === 'list') {
    for (const employee of all) console.log(lineOf(employee));
    if (all.length === 0) console.log('No employees.');
    return;
  }
  if (username === '') throw new CommandError(`Which employee? npm run employee -- ${command} USERNAME`);
  if (command === 'add') {
    const details = newEmployeeOf(username, options);
    const added = employeeOf(
      await employees.add(details, 'is', record('staff.addEmployee', { given: details.given })),
    );
    console.log(lineOf(added));
  } else if (command === 'change' && (options.subject !== undefined || options.unlink)) {
    const linked = options.subject === undefined ? undefined : accountOf(settings, options.subject);
    const details = { act: 'linkAccount', subject: options.subject ?? null };
    console.log(
      lineOf(employeeOf(await employees.linkAccount(key, linked, record('staff.actOnEmployee', details)))),
    );
  } else if (command === 'change') {
    if (!current) throw new CommandError(refusals.notFound);
    const typed = {
      ...options,
      name: options.name ?? current.fullName,
      email: options.email ?? current.email,
      ...((options.ssn ?? current.ssn) && { ssn: options.ssn ?? current.ssn ?? '' }),
    };
    const before = current.given.map(({ by: _, ...role }) => role);
    const { fullName, email, ssn, given } = newEmployeeOf(key, typed, before);
    console.log(lineOf(await act({ act: 'change', fullName, email, ssn, given })));
  } else if (command === 'link') {
    await act({ act: 'sendLink' });
  } else if (Object.hasOwn(acts, command)) {
    console.log(lineOf(await act({ act: acts[command as keyof typeof acts] })));
  } else {
    throw new CommandError(help);
  }
  for (const link of links) console.log(`\nLink, valid for 24 hours, to be used once:\n${link}`);
};

const run = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  const [command, username = ''] = positionals;
  if (values.help || command === undefined) return console.log(help);
  await withCommandDatabase(async ({ db }, settings) => {
    const links: string[] = [];
    const employees = createEmployees({
      db,
      clock: systemClock,
      random: randomBytes,
      // The link is printed instead of e-mailed.
      outbox: {
        send: async (_tx, _queue, job) => {
          links.push((job as { link: string }).link);
        },
      },
      issuer: issuerOf(settings),
      allowsLocal: settings.FEDERATION_ISSUER === undefined || settings.FEDERATION_LOCAL_SIGN_IN,
    });
    await perform({ employees, settings }, links, command, username.toLowerCase(), values);
  });
};

await runCommand(run);
