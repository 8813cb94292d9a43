import { expect, test } from 'vitest';
import { catalogues } from './all.ts';

test.each(['is', 'en'] as const)(
  'STAFF-6: no e-mail invites a reply, because nobody reads replies (%s)',
  (language) => {
    const texts = JSON.stringify(catalogues[language]);
    expect(texts).not.toMatch(/(?:svara|svarað|svaraðu) þessum (?:tölvu)?pósti/i);
    expect(texts).not.toMatch(/(?:reply|replying|respond) to this (?:e-?mail|message)/i);
  },
);
