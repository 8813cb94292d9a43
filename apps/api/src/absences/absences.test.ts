import { absences } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { expect, test } from 'vitest';
import { startDesk } from '../work-items/testing-desk.ts';

describeEachEngine('absences', (open) => {
  test('DESK-5: of absences on the same days that are entered at once, one is kept', async () => {
    const database = await open();
    const desk = await startDesk(database);
    await desk.begin();
    const body = { employee: 'una', from: '2026-12-01', to: '2026-12-04', deputy: null };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => desk.send('stina', '/api/staff/v1/absences', body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    expect(await database.db.$count(absences)).toBe(1);
    await desk.stop();
  });
});
