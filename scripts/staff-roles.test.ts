import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Call, calls } from '@hofn/contracts';
import { staffRoles } from '@hofn/domain/staff-roles.ts';
import { expect, test } from 'vitest';

const file = fileURLToPath(new URL('../docs/staff-roles.md', import.meta.url));

/** A row for each call of staff: which roles may make it. */
const table = (): string => {
  const rows = Object.entries<Call>(calls).flatMap(([name, { who, method, path, summary }]) => {
    if (who.kind !== 'employee') return [];
    const may = staffRoles.map((role) => (who.roles.includes(role) ? 'yes' : '–'));
    return [
      `| \`${name}\` | ${may.join(' | ')} | \`${method} ${path}\` | ${summary.split('. ')[0]?.replace(/\.$/, '')} |`,
    ];
  });
  const head = ['call', ...staffRoles, '', ''].join(' | ');
  return [`| ${head} |`, `|${'---|'.repeat(staffRoles.length + 3)}`, ...rows].join('\n');
};

test('the table of calls that staff may make is that of the contract', () => {
  const [, written] = /<!-- calls -->\n([\s\S]*)\n<!-- \/calls -->/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(written).toBe(table());
});
