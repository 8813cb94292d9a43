import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Db } from '@hofn/database';
import { CommandError } from '@hofn/service/command.ts';
import { z } from 'zod';
import {
  addEdition,
  allEditions,
  approveEdition,
  findEditionOn,
  getEdition,
  type Moment,
  momentOf,
} from '../store/editions.ts';
import { findReferral, switchReferral } from '../store/referral.ts';
import { type Edition, EditionRefused } from './edition.ts';
import { type Counts, type Difference, monthTo, type Period, totalOf, tryEdition } from './trial.ts';

const day = z.iso.date();
const text = { type: 'string' } as const;
const options = {
  author: text,
  approver: text,
  by: text,
  from: text,
  to: text,
  help: { type: 'boolean' },
} as const;

type Flags = { [Name in 'author' | 'approver' | 'by' | 'from' | 'to']?: string | undefined };

const readFile = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
};

const periodOf = ({ from, to }: Flags, today: string): Period => {
  if (from === undefined && to === undefined) return monthTo(today);
  for (const [flag, value] of Object.entries({ from, to }))
    if (!day.safeParse(value).success) throw new CommandError(`--${flag} names a day, as 2026-11-23.`);
  const period = { from: from ?? '', to: to ?? '' };
  if (period.to < period.from) throw new CommandError('--to is before --from.');
  return period;
};

const describe = ({ id, from, author, writtenAt, approver, approvedAt }: Edition): string => {
  const approval = approver === null ? 'not approved' : `approved by ${approver} at ${approvedAt}`;
  return `${id}, from ${from}, written by ${author} at ${writtenAt}, ${approval}`;
};

const list = async (db: Db, today: string): Promise<string[]> => {
  const [applies, referral] = [await findEditionOn(db, today), await findReferral(db)];
  return [
    `Today, ${today}, ${applies?.id ?? 'no edition'} applies.`,
    ...(referral ? [`Everything is referred, by ${referral.by} at ${referral.at}.`] : []),
    ...(await allEditions(db)).map(describe),
  ];
};

const counted = ({ asBefore, newlyDone, newlyReferred }: Counts): string =>
  `as before ${asBefore}, newly done ${newlyDone}, newly referred ${newlyReferred}`;

const line = ({ key, at, act, before, after }: Difference): string => {
  const said = ({ result, reasons }: Difference['before']) => [result, ...reasons].join(' ');
  return `${at} ${act} ${key}: ${said(before)} -> ${said(after)}`;
};

const tryOn = async (db: Db, id: string, period: Period): Promise<string[]> => {
  const trial = await tryEdition(db, await getEdition(db, id), period);
  return [
    `${id} on what rules decided from ${trial.from} to ${trial.to}: ${counted(totalOf(trial))}`,
    ...[...trial.acts].map(([act, counts]) => `${act}: ${counted(counts)}`),
    ...(trial.first.length > 0 ? ['The first that it decides in another way:'] : []),
    ...trial.first.map(line),
  ];
};

const refer = async (db: Db, state: string, { by, at }: Flags & Moment): Promise<string[]> => {
  if (state !== 'on' && state !== 'off') throw new CommandError('refer-everything is on or off.');
  const isNew = await switchReferral(db, { isOn: state === 'on', by, at });
  const said = state === 'on' ? 'Everything but withdrawals is referred to people' : 'The rules decide';
  return [`${said}${isNew ? '' : ', as before'}.`];
};

type Command = (db: Db, argument: string, about: Flags & Moment) => Promise<string[]>;

/** What each command does with its argument. @returns what it prints */
const commands: Readonly<Record<string, Command>> = {
  list: (db, _none, { today }) => list(db, today),
  show: async (db, key) => {
    const { id, from, rules, claims } = await getEdition(db, key);
    return [JSON.stringify({ id, from, rules, claims }, null, 2)];
  },
  add: async (db, file, { author, at, today }) => {
    const { id, from } = await addEdition(db, readFile(file), { author, at, today });
    return [`Added ${id}. It applies from ${from} once another person has approved it.`];
  },
  try: (db, id, about) => tryOn(db, id, periodOf(about, about.today)),
  approve: async (db, of, { approver, at, today }) => {
    const { id, from, approver: name } = await approveEdition(db, of, { approver, at, today });
    return [`${id} is approved by ${name}, and applies from ${from}.`];
  },
  'refer-everything': refer,
};

/**
 * Reads the words after `npm run core:rules --`.
 * @returns what does it, by a database and the time; undefined for --help
 * @throws CommandError for words that are no command; what it returns throws that for what is refused
 */
export const readCommand = (words: string[]): ((db: Db, now: Date) => Promise<string[]>) | undefined => {
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
  if (values.help) return undefined;
  const [name = '', argument = '', ...more] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || more.length > 0 || (argument === '') !== (name === 'list'))
    throw new CommandError('Name a command with its argument: --help lists them.');
  return async (db, now) => {
    try {
      return await command(db, argument, { ...values, ...(await momentOf(db, now)) });
    } catch (error) {
      if (error instanceof EditionRefused) throw new CommandError(error.message);
      throw error;
    }
  };
};
