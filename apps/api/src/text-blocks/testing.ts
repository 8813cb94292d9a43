import { type Database, textBlocks, textBlockUses, textBlockVersions } from '@hofn/database';

/** Two blocks in their first version. */
export const fillTextBlocks = async ({ db }: Database): Promise<void> => {
  await db.delete(textBlockUses);
  await db.delete(textBlockVersions);
  await db.delete(textBlocks);
  for (const [id, name] of [
    ['block1', 'Móttekið'],
    ['block2', 'Kveðja'],
  ] as const) {
    await db.insert(textBlocks).values({ id, name, version: 1 });
    await db.insert(textBlockVersions).values({
      ...{ blockId: id, version: 1, name, textIs: 'Takk, {name}.', textEn: 'Thank you, {name}.' },
      writtenAt: '2026-11-20T12:00:00Z',
    });
  }
};
