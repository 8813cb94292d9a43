import type { Db } from '../open.ts';
import { textBlocks, textBlockVersions } from '../schema/text-blocks.ts';

/** Text blocks of the demo, by id. */
const blocks = [
  {
    ...{ id: 'demo-received', name: 'Móttekið, svar á leiðinni', caseKind: null },
    textIs: 'Takk fyrir að skrifa okkur, {name}. Við erum að skoða þetta og svörum þér í síðasta lagi {due}.',
    textEn: 'Thank you for writing to us, {name}. We are looking into this and will reply by {due}.',
  },
  {
    ...{ id: 'demo-papers', name: 'Gögn vantar um tjón', caseKind: 'claim' },
    textIs:
      'Til að halda áfram með tjónið þurfum við fleiri gögn, svo sem myndir af skemmdunum og reikninga. Þú getur bætt þeim við tjónið á Mínum síðum. Tjónið var tilkynnt á tryggingu númer {policy}.',
    textEn:
      'To go on with your claim we need more from you, such as photos of the damage and invoices. You can add them to the claim on My pages. The claim was reported on policy number {policy}.',
  },
  {
    ...{ id: 'demo-more', name: 'Ef eitthvað er óljóst', caseKind: 'inquiry' },
    textIs:
      'Ef eitthvað er óljóst geturðu hringt í síma 560\u00a05000. Vísaðu þá í erindi {reference}. {handler} hjá Höfn þekkir málið.',
    textEn:
      'If anything is unclear, call us at 560\u00a05000 and give the number {reference}. {handler} at Höfn knows your case.',
  },
] as const;

/** Adds the demo's text blocks, unless they are there already, also in another version or out of use. */
export const seedTextBlocks = async (tx: Db, today: string): Promise<void> => {
  for (const { id, name, ...texts } of blocks) {
    const added = await tx
      .insert(textBlocks)
      .values({ id, name, version: 1 })
      .onConflictDoNothing()
      .returning({ id: textBlocks.id });
    if (added.length > 0)
      await tx
        .insert(textBlockVersions)
        .values({ ...texts, blockId: id, version: 1, name, writtenAt: `${today}T08:00:00Z` });
  }
};
