import { parseArgs } from 'node:util';
import type { CoreWebhook } from '@hofn/contracts';
import { eventNames, eventTypeOf } from '@hofn/contracts/core/events.ts';
import type { Db, DeliveryState } from '@hofn/database';
import { CommandError } from '@hofn/service/command.ts';
import { withHyphenValues } from '@hofn/service/hyphen-values.ts';
import { auditSystem } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Replay } from './replay.ts';
import { deliveryOf } from './routes.ts';
import type { Webhooks } from './webhooks.ts';

const help = `npm run core:webhook -- list
npm run core:webhook -- add --source NAME --url URL [--types TYPE,TYPE] [--after CURSOR]   prints id and secret
npm run core:webhook -- change WEBHOOK [--url URL] [--types TYPE,TYPE|all]
npm run core:webhook -- pause WEBHOOK
npm run core:webhook -- resume WEBHOOK   begins with the event that was not delivered
npm run core:webhook -- rotate WEBHOOK [--overlap-hours 24]   prints the next secret; 0 ends the present one
npm run core:webhook -- replay WEBHOOK --after CURSOR   sends all events after a cursor again
npm run core:webhook -- replay WEBHOOK --event EVENT   sends one event again
npm run core:webhook -- skip WEBHOOK EVENT   leaves the event that cannot be delivered, and continues after it
npm run core:webhook -- deliveries WEBHOOK [--state delivered|waiting|dead|queued] [--limit 100]
npm run core:webhook -- remove WEBHOOK
npm run core:webhook -- encrypt   encrypts stored secrets with the first key of SECRETS_KEY

--source names the system that the webhook belongs to, as its client has it. Without --types all events are sent, and without
--after those from now on. The API delivers; changes are effective at once, in every replica. The secret is printed only when it
is created. The embedded database must not be in use.

Settings by environment:`;

const readArguments = (args: string[]) =>
  parseArgs({
    args: withHyphenValues(args),
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      url: { type: 'string' },
      types: { type: 'string' },
      after: { type: 'string' },
      event: { type: 'string' },
      state: { type: 'string' },
      limit: { type: 'string', default: '100' },
      'overlap-hours': { type: 'string', default: '24' },
      help: { type: 'boolean', default: false },
    },
  });
type Options = ReturnType<typeof readArguments>['values'];

const knownTypes: readonly string[] = eventNames.map(eventTypeOf);

/** @returns undefined when the option was not given, null for all types */
const typesOf = ({ types }: Options): string[] | null | undefined => {
  if (types === undefined || types === 'all') return types && null;
  const names = types.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !knownTypes.includes(name));
  if (unknown !== undefined) throw new CommandError(`--types: there is no event type ${unknown}.`);
  return names;
};

const sourceOf = ({ source = '' }: Options): string => {
  if (/^[a-z][a-z\d-]{0,39}$/.test(source)) return source;
  throw new CommandError('--source must be 1 to 40 small letters, digits and hyphens.');
};

const numberOf = (
  name: 'limit' | 'overlap-hours',
  options: Options,
  [least, most]: readonly [number, number],
) => {
  const parsed = Number(options[name]);
  if (Number.isInteger(parsed) && parsed >= least && parsed <= most) return parsed;
  throw new CommandError(`--${name} must be a whole number from ${least} to ${most}.`);
};

const states: readonly DeliveryState[] = ['delivered', 'waiting', 'dead', 'queued'];
const stateOf = ({ state }: Options): DeliveryState | undefined => {
  const found = states.find((known) => known === state);
  if (state !== undefined && !found) throw new CommandError(`--state must be one of ${states.join(', ')}.`);
  return found;
};

const replayOf = ({ after, event }: Options): Replay => {
  if (after !== undefined && event === undefined) return { after };
  if (event !== undefined && after === undefined) return { event };
  throw new CommandError('Give --after with a cursor, or --event with the id of an event.');
};

type Print = (line: string) => void;
type Work = (tx: Db, webhooks: Webhooks, print: Print) => Promise<void>;
/** The command's work on the database; a text is its help. */
type Command = (print: Print, db: Db, webhooks: Webhooks) => Promise<void>;

const stateText = ({ active, paused, failures, failingSince, nextAttemptAt }: CoreWebhook): string => {
  if (!active) return `paused (${paused})`;
  if (failures === 0) return 'active';
  return `failing since ${failingSince}, ${failures} attempts, next ${nextAttemptAt ?? 'now'}`;
};

const printWebhook = (webhook: CoreWebhook, print: Print, source = ''): void => {
  const { id, url, types, after, secrets } = webhook;
  print([id, source, url, stateText(webhook)].filter(Boolean).join('  '));
  print(`  types ${types?.join(',') ?? 'all'}  after ${after}`);
  for (const { addedAt, expiresAt } of secrets)
    print(`  secret added ${addedAt}${expiresAt === null ? '' : `, signs until ${expiresAt}`}`);
};

const by = 'npm run core:webhook';

/** Audits an act of the command, in its transaction. */
const record = (tx: Db, id: string, facts: { act: string } & Record<string, unknown>): Promise<void> =>
  auditSystem(tx, 'core.actOnWebhook', { object: { webhook: id }, by, ...facts });

const printDeliveries: (id: string, options: Options) => Work =
  (id, options) => async (db, webhooks, print) => {
    const found = { state: stateOf(options), limit: numberOf('limit', options, [1, 100_000]) };
    const rows = await webhooks.deliveries(db, { source: undefined, id }, found);
    for (const row of rows) {
      const { event, type, state, attempts, attemptedAt, status, failure, duration, after } = deliveryOf(row);
      const result = failure === null || status === null ? (failure ?? status) : `${failure} ${status}`;
      print([attemptedAt, state, event, type, result, `${attempts}×`, `${duration} ms`, after].join('  '));
    }
    if (rows.length === 0) print('No deliveries.');
  };

const change = (
  id: string,
  act: string,
  set: { url?: string | undefined; types?: string[] | null | undefined; active?: boolean },
): Work => {
  return async (tx, webhooks, print) => {
    const all = await webhooks.list(tx);
    const found = all.find((webhook) => webhook.id === id);
    if (!found) throw new Fault('notFound');
    const { url = found.url, types = found.types, active = found.active } = set;
    const changed = await webhooks.change(tx, { source: undefined, id }, { url, types, active });
    await record(tx, id, { act, host: new URL(url).host, types, active });
    printWebhook(changed, print);
  };
};

const add = (options: Options): Work => {
  const [source, types, { url, after = null }] = [sourceOf(options), typesOf(options) ?? null, options];
  if (url === undefined) throw new CommandError('--url is missing.');
  return async (tx, webhooks, print) => {
    const { webhook, secret } = await webhooks.add(tx, source, { url, types, after });
    const facts = { source, host: new URL(url).host, types, by };
    await auditSystem(tx, 'core.addWebhook', { object: { webhook: webhook.id }, ...facts });
    print(webhook.id);
    print(secret);
  };
};

const replay =
  (id: string, what: Replay): Work =>
  async (tx, webhooks, print) => {
    const changed = await webhooks.replay(tx, { source: undefined, id }, what);
    await record(tx, id, { act: 'replay', ...what });
    printWebhook(changed, print);
  };

const workOf = (command: string, [id = '', event = '']: readonly string[], options: Options): Work => {
  if (command === 'list')
    return async (tx, webhooks, print) => {
      const all = await webhooks.list(tx);
      for (const webhook of all) printWebhook(webhook, print, webhook.source);
      if (all.length === 0) print('No webhooks.');
    };
  if (command === 'add') return add(options);
  if (command === 'encrypt')
    return async (tx, webhooks, print) => print(`Encrypted again: ${await webhooks.encryptAgain(tx)}.`);
  if (id === '')
    throw new CommandError(`The id of a webhook is missing: npm run core:webhook -- ${command} WEBHOOK`);
  const named = { source: undefined, id };
  switch (command) {
    case 'change':
      return change(id, 'change', { url: options.url, types: typesOf(options) });
    case 'pause':
    case 'resume':
      return change(id, command, { active: command === 'resume' });
    case 'rotate': {
      const overlapHours = numberOf('overlap-hours', options, [0, 168]);
      return async (tx, webhooks, print) => {
        const { secret } = await webhooks.rotate(tx, named, overlapHours);
        await record(tx, id, { act: 'rotate', overlapHours });
        print(secret);
      };
    }
    case 'replay':
      return replay(id, replayOf(options));
    case 'skip':
      return replay(id, { skip: event });
    case 'deliveries':
      return printDeliveries(id, options);
    case 'remove':
      return async (tx, webhooks, print) => {
        await webhooks.remove(tx, named);
        await record(tx, id, { act: 'remove' });
        print('Removed.');
      };
    default:
      throw new CommandError(help);
  }
};

/** A fault of the shared functions, as a line of the command. */
const asUsage = (error: unknown): unknown => {
  if (!(error instanceof Fault)) return error;
  if (error.code === 'notFound') return new CommandError('There is no such webhook.');
  if (error.code === 'cursorExpired')
    return new CommandError(
      `The cursor is outside the feed. The oldest valid one is ${error.fields[0]?.literal}.`,
    );
  return new CommandError(
    error.fields.map(({ path, literal }) => `${path}: ${literal ?? 'is invalid.'}`).join('\n'),
  );
};

/**
 * Reads the arguments of `npm run core:webhook`, before a database is opened. @returns the help, or the command's work
 * @throws CommandError
 */
export const readWebhookCommand = (args: string[]): string | Command => {
  const { values, positionals } = readArguments(args);
  const [command, ...names] = positionals;
  if (values.help || command === undefined) return help;
  const work = workOf(command, names, values);
  return async (print, db, webhooks) => {
    const lines: string[] = [];
    await db
      .transaction((tx) => work(tx, webhooks, (line) => lines.push(line)))
      .catch((error: unknown) => {
        throw asUsage(error);
      });
    // After the commit, so that a printed secret is one that is stored.
    for (const line of lines) print(line);
  };
};
