import type { Db, Jobs, SignInNotice } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { passwordLength } from '@hofn/domain/password.ts';
import type { AddressLimit } from '@hofn/service/address-limit.ts';
import type { Language } from '@hofn/texts';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { audit } from '../audit.ts';
import type { Employees } from '../employees/employees.ts';
import type { ErrorPages } from '../error-pages.ts';
import type { Frame } from '../pages/layout.ts';
import { staffSetupEnd, staffSetupPage } from '../pages/staff-setup-page.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { validatePassword } from '../password/change.ts';
import type { Passwords } from '../passwords.ts';
import { deviceOf } from '../security/devices.ts';
import { notifyOwner } from '../security/notify-owner.ts';
import { acceptFormsOnly, isUnstorable } from './forms-only.ts';
import { formText } from './interaction-context.ts';
import { parseJson } from './passkey.ts';

type Route = { Querystring: { key?: unknown; language?: unknown }; Body: Record<string, unknown> };

const path = '/staff-setup';

export type StaffSetupParts = {
  employees: Employees;
  passkeys: Passkeys;
  passwords: Passwords;
  clock: Clock;
  outbox: Pick<Jobs, 'send'>;
  /** Limits submissions by address, since passwords are hashed (rule HOLD-13). */
  limit: AddressLimit;
  errorPages: ErrorPages;
  frameFor(...languages: unknown[]): Frame;
  /** URL of the staff portal in a language. */
  portal(language: string): string;
};

/**
 * The page behind the link that an administrator sends an employee: create a passkey, or choose a password to use with an
 * electronic ID (rule HOLD-11). GET must not consume the link: mail scanners follow links too.
 */
export const staffSetupRoutes: FastifyPluginAsync<StaffSetupParts> = async (
  server,
  { employees, passkeys, passwords, clock, outbox, limit, errorPages, frameFor, portal },
) => {
  acceptFormsOnly(server);

  const send = (reply: FastifyReply, page: string, status: number) =>
    reply
      .code(status)
      .header('content-security-policy', `${reply.getHeader('content-security-policy')};form-action 'self'`)
      .header('cache-control', 'no-store')
      // The URL contains the key: don't leak it to linked sites.
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);
  const sendEnd = (reply: FastifyReply, frame: Frame, end: 'done' | 'gone') =>
    send(reply, staffSetupEnd(frame, end, portal(frame.t.language)), end === 'done' ? 200 : 410);

  /** The employee of the request's link; undefined after answering that it has expired. */
  const open = async ({ query }: { query: Route['Querystring'] }, reply: FastifyReply) => {
    const frame = frameFor(query.language);
    const key = formText(query.key);
    const employee = await employees.ownerOfLink(key);
    if (!employee) {
      await sendEnd(reply, frame, 'gone');
      return undefined;
    }
    const urlOf = (page = '', language: string = frame.t.language) =>
      `${path}${page}?${new URLSearchParams({ key, language })}`;
    const show = (problem: { error?: string; passkeyFailed?: true } = {}) =>
      send(
        reply,
        staffSetupPage(frame, {
          name: employee.fullName,
          username: employee.username,
          passwordAction: employee.ssn === null ? undefined : urlOf('/password'),
          passkeyAction: urlOf('/passkey'),
          passkeyOptions: urlOf('/passkey/options'),
          switchTo: urlOf('', frame.t.language === 'is' ? 'en' : 'is'),
          ...problem,
        }),
        problem.error || problem.passkeyFailed ? 400 : 200,
      );
    return { frame, key, employee, show };
  };
  /** An unexpected link in the wrong hands must not stay unnoticed (rule HOLD-12). */
  const notify = (tx: Db, sub: string, kind: SignInNotice, language: Language) =>
    notifyOwner(tx, outbox, { kind, sub, at: clock.now(), language });
  /** Challenges are bound to the link. */
  const ownerOf = (sub: string, key: string) => ({ sub, session: key });

  server.get<Route>(path, async (request, reply) => {
    const opened = await open(request, reply);
    return opened ? opened.show() : reply;
  });

  server.post<Route>(`${path}/password`, async (request, reply) => {
    const wait = await limit(request.ip);
    if (wait > 0) return errorPages.send(request, reply.header('retry-after', String(wait)), 'tooMany');
    const opened = await open(request, reply);
    if (!opened) return reply;
    const { frame, key, employee, show } = opened;
    if (isUnstorable(request, 'password')) return show({ error: frame.t('auth|characters') });
    const password = formText(request.body.password);
    const fault = employee.ssn === null ? 'forbidden' : validatePassword(password);
    if (fault) return show({ error: frame.t(`errorCode|${fault}`, { max: passwordLength.max }) });
    if (
      !(await employees.setPassword(key, employee.id, await passwords.hash(password), async (tx, sub) => {
        await audit(tx, request, 'password.set', { connection: 'employee', sub });
        await notify(tx, sub, 'passwordChanged', frame.t.language);
      }))
    )
      return sendEnd(reply, frame, 'gone');
    request.log.info({ audit: 'password.changed', sub: employee.id, by: 'employee link' }, 'password set');
    return sendEnd(reply, frame, 'done');
  });

  server.get<Route>(`${path}/passkey/options`, async (request, reply) => {
    const opened = await open(request, reply);
    if (!opened) return reply;
    const { key, employee } = opened;
    const label = { name: employee.fullName, label: employee.username };
    return reply
      .header('cache-control', 'no-store')
      .send(await passkeys.registrationOptions(ownerOf(employee.id, key), label));
  });

  server.post<Route>(`${path}/passkey`, async (request, reply) => {
    const wait = await limit(request.ip);
    if (wait > 0) return errorPages.send(request, reply.header('retry-after', String(wait)), 'tooMany');
    const opened = await open(request, reply);
    if (!opened) return reply;
    const { frame, key, employee, show } = opened;
    const credential = parseJson(formText(request.body.credential));
    if (typeof credential !== 'object' || credential === null) return show({ passkeyFailed: true });
    const { browser, system } = deviceOf(request.headers['user-agent'] ?? '');
    const name = [browser, system].filter(Boolean).join(', ') || employee.username;
    const added = await passkeys.add(ownerOf(employee.id, key), { name, credential }, async (tx, object) => {
      await audit(tx, request, 'passkey.add', { connection: 'employee', sub: employee.id, object });
      await notify(tx, employee.id, 'passkeyAdded', frame.t.language);
    });
    if (!added.ok) return show({ passkeyFailed: true });
    await employees.consumeLink(key);
    request.log.info({ audit: 'passkey added', sub: employee.id, by: 'employee link' }, 'passkey added');
    return sendEnd(reply, frame, 'done');
  });
};
