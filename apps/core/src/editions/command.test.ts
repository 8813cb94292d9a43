import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '@hofn/database/test-server.ts';
import {
  connectionTo,
  describeWithDatabase,
  serverOfRun,
  settingsOf,
  urlOfRole,
} from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { CommandError } from '@hofn/service/command.ts';
import { expect, onTestFinished, test } from 'vitest';
import { actOf, actsToday, ask, createCores, offerOf, requestOf } from '../acts/testing.ts';
import { allEditions } from '../store/editions.ts';
import { commandAt } from '../testing/command.ts';
import { readCommand } from './commands.ts';
import { editionWith, suspensionAtOnce } from './testing.ts';

const cores = createCores();
const now = new Date(`${actsToday}T09:00:00Z`);
const later = addDays(actsToday, 30);
const run = commandAt(new URL('command.ts', import.meta.url));

test('ACT-4: the command says what it does, and refuses what it does not know', async () => {
  const help = await run({}, '--help');
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('DATABASE_URL')]);
  for (const words of [[], ['toString'], ['list', 'x'], ['show'], ['approve', 'a', 'b']])
    expect(() => readCommand(words), words.join(' ')).toThrow('Name a command with its argument');
  expect(() => readCommand(['list', '--who', 'x'])).toThrow('--who');
});

if (typeof findPostgres() !== 'string')
  describeWithDatabase('the command for rules', (open) => {
    const openCommand = async () => {
      const opened = await cores.open(open);
      const { source } = opened.owner;
      if (!('url' in source)) throw new Error('This test is about PostgreSQL');
      const settings = {
        ...settingsOf(connectionTo(await serverOfRun(), urlOfRole(source.url, 'core'))),
        NODE_ENV: 'test',
      };
      const folder = mkdtempSync(join(tmpdir(), 'hofn-rules-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const fileOf = (edition: object): string => {
        const file = join(folder, 'edition.json');
        writeFileSync(file, JSON.stringify(edition));
        return file;
      };
      /** What the command prints, or why it refuses; in this process, which starts faster. */
      const rules = async (...words: string[]): Promise<string> => {
        const command = readCommand(words);
        try {
          return (await command?.(opened.database.db, now))?.join('\n') ?? '';
        } catch (error) {
          if (error instanceof CommandError) return `refused: ${error.message}`;
          throw error;
        }
      };
      const add = (edition: object) => rules('add', fileOf(edition), '--author', 'Ragna Prófdóttir');
      return { ...opened, fileOf, add, rules, runRules: (...words: string[]) => run(settings, ...words) };
    };

    test('ACT-4: an edition is refused by each wrong field, added, tried on acts, and approved once by another person', async () => {
      const { owner, database, core, ssn, add, rules } = await openCommand();
      const wrong = await add({
        ...{ id: 'own 1', from: '2027-02-30', note: 'x' },
        rules: [
          { ...suspensionAtOnce, act: 'lend' },
          { ...suspensionAtOnce, reason: 'because' },
          { ...suspensionAtOnce, when: ['inForce'] },
          { ...suspensionAtOnce, covers: ['deck'] },
          { ...suspensionAtOnce, upTo: 5 },
        ],
      });
      for (const field of [
        'refused: id: ',
        'from: ',
        'rules.0.act: ',
        'rules.1.reason: ',
        'rules.2.otherwise: ',
      ])
        expect(wrong).toContain(field);
      expect(wrong).toContain('rules.3.covers: ');
      expect(wrong).toContain('rules.4.upTo: ');
      const withoutRight = editionWith('own-1', later, [
        { act: 'withdraw', decided: 'referred', reason: 'grounds', source: 'Act 33/2005' },
      ]);
      expect(await add(withoutRight)).toMatch(/^refused: rules: .*withdraw/);
      const past = editionWith('own-1', '2026-11-23', []);
      expect(await add(past)).toBe(
        'refused: The first day of own-1, 2026-11-23, is before today, 2026-11-24.',
      );
      expect(await allEditions(owner.db)).toHaveLength(3);

      const edition = editionWith('own-1', later, [
        suspensionAtOnce,
        { act: 'acceptOffer', decided: 'referred', reason: 'risk', source: 'Act 7/1936' },
      ]);
      expect(await add(edition)).toBe(
        `Added own-1. It applies from ${later} once another person has approved it.`,
      );
      expect(await add(edition)).toBe('refused: id: There is an edition own-1 already.');
      expect(JSON.parse(await rules('show', 'own-1'))).toEqual(edition);

      const suspend = requestOf(ssn, { kind: 'suspend', effectiveOn: '2026-12-20' });
      await ask(core.url, { kind: 'bind', act: actOf(offerOf(ssn, 96_000)), key: 'offer' });
      await ask(core.url, { kind: 'suspend', act: actOf(suspend), key: 'suspend' });
      // People decided on this one.
      await ask(core.url, { kind: 'suspend', act: actOf(suspend, 'Ragna'), key: 'by-ragna' });
      const withdraw = actOf(requestOf(ssn, { kind: 'withdraw', effectiveOn: actsToday }));
      await ask(core.url, { kind: 'withdraw', act: withdraw, key: 'withdraw' });
      const period = ['--from', actsToday, '--to', actsToday];
      const tried = await rules('try', 'own-1', ...period);
      expect(tried.split('\n')).toEqual([
        `own-1 on what rules decided from ${actsToday} to ${actsToday}: as before 1, newly done 1, newly referred 1`,
        'acceptOffer: as before 0, newly done 0, newly referred 1',
        'suspend: as before 0, newly done 1, newly referred 0',
        'withdraw: as before 1, newly done 0, newly referred 0',
        'The first that it decides in another way:',
        expect.stringMatching(/ acceptOffer offer: done contract -> referred risk$/),
        expect.stringMatching(/ suspend suspend: referred offRoad -> done parked$/),
      ]);
      const before = await rules('try', 'own-1', '--from', '2026-11-01', '--to', '2026-11-23');
      expect(before).toMatch(/as before 0, newly done 0, newly referred 0$/);
      expect(await rules('try', 'own-1')).toContain(
        'from 2026-10-24 to 2026-11-24: as before 1, newly done 1',
      );
      expect(await rules('try', 'own-1', '--from', '2026-11-01')).toMatch(/^refused: --to names a day/);

      expect(await rules('approve', 'own-1', '--approver', ' ragna  PRÓFDÓTTIR')).toBe(
        'refused: Ragna Prófdóttir has written own-1: another person approves it.',
      );
      expect(await rules('approve', 'own-1')).toBe(
        'refused: A name is a person’s, and has from 2 to 100 characters.',
      );
      expect(await rules('approve', 'own-1', '--approver', 'Birta Prófdóttir')).toBe(
        `own-1 is approved by Birta Prófdóttir, and applies from ${later}.`,
      );
      expect(await rules('approve', 'own-1', '--approver', 'Una')).toBe(
        'refused: Birta Prófdóttir has approved own-1 already.',
      );
      expect(await rules('show', 'own-2')).toBe('refused: There is no edition own-2 of the rules.');
      await add({ ...edition, id: 'own-2', from: actsToday });
      const nextDay = new Date(`${addDays(actsToday, 1)}T00:00:00Z`);
      await expect(
        readCommand(['approve', 'own-2', '--approver', 'Birta'])?.(database.db, nextDay),
      ).rejects.toThrow('is before today');
    });

    test('ACT-4: the switch refers everything until it is off, and the list says who switched it', async () => {
      const { core, ssn, rules, runRules, fileOf } = await openCommand();
      const offer = { kind: 'bind', act: actOf(offerOf(ssn, 96_000)) };
      const decide = async () => (await ask(core.url, { ...offer, isPreview: true })).answer;
      expect(await rules('refer-everything', 'maybe', '--by', 'Ragna')).toMatch(/^refused: /);
      expect(await rules('refer-everything', 'on')).toMatch(/^refused: /);
      expect((await decide()).result).toBe('done');
      const on = ['refer-everything', 'on', '--by', 'Ragna Prófdóttir'];
      expect(await runRules(...on)).toEqual({
        ...{ code: 0, out: 'Everything but withdrawals is referred to people.\n', errors: '' },
      });
      expect(await rules(...on)).toBe('Everything but withdrawals is referred to people, as before.');
      expect(await decide()).toMatchObject({ result: 'referred', edition: null });
      const list = await rules('list');
      expect(list).toContain('Everything is referred, by Ragna Prófdóttir at ');
      expect(list).toContain('2026-1, from 2026-01-01, written by Release of Höfn at ');
      expect(await rules('refer-everything', 'off', '--by', 'Birta')).toBe('The rules decide.');
      expect((await decide()).result).toBe('done');
      expect(await runRules('add', fileOf({}), '--author', 'Ragna')).toMatchObject({
        ...{ code: 2, out: '', errors: expect.stringContaining('rules: ') },
      });
    });
  });
