import { createHash } from 'node:crypto';
import type { ContentConfig, contentCalls } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { paths } from '@hofn/texts/paths.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Settings } from '../settings.ts';
import { categoriesIn } from './texts.ts';

/** The shortest prefixes that hold every path which needs sign-in, from the table of paths (rule LINK-7). */
const protectedAddresses = (): string[] => {
  const inside = paths
    .filter((row) => row.protected)
    .flatMap((row) => [row.is, row.en].map((path) => path.replace(/:.*/, '')));
  return inside
    .filter(
      (path) =>
        !inside.some((other) => other !== path && path.startsWith(other.endsWith('/') ? other : `${other}/`)),
    )
    .filter((path, index, all) => all.indexOf(path) === index)
    .toSorted();
};

/** What a front needs to know of the service, by its settings. */
export const contentConfigOf = (settings: Settings): ContentConfig => ({
  phone: settings.CONTACT_PHONE,
  email: settings.CONTACT_EMAIL,
  emergencyPhoneAbroad: settings.CONTACT_PHONE_ABROAD,
  kennitala: { checkDigit: settings.KENNITALA_CHECK_DIGIT, allowTestIds: settings.KENNITALA_TEST_IDS },
  protectedAddresses: protectedAddresses(),
  // Rule and figures of the inquiry form and of uploads: 999 characters, ten files, 10 MB each, 25 MB in all.
  limits: {
    inquiryDescription: 999,
    files: 10,
    fileBytes: 10 * 1024 * 1024,
    filesBytes: 25 * 1024 * 1024,
  },
});

/** Texts never change while the process runs, so their tag is made once. */
const tagged = (language: Language) => {
  const entries = Object.entries(categoriesIn(language)).map(([category, texts]) => {
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);
    return [category, { texts, etag: `"${hash}"` }] as const;
  });
  return new Map(entries);
};

export const contentHandlers = ({ settings }: { settings: Settings }): Handlers<typeof contentCalls> => {
  const byLanguage = { is: tagged('is'), en: tagged('en') };
  const config = contentConfigOf(settings);
  return {
    languageLookup: ({ params, language, request, reply }) => {
      const found = byLanguage[language].get(params.category);
      if (!found) throw new Fault('notFound');
      reply
        .header('etag', found.etag)
        .header('cache-control', 'public, max-age=60, must-revalidate')
        .header('vary', 'accept-language')
        .header('content-language', language);
      const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
      if (known?.includes(found.etag) || known?.includes('*')) {
        reply.code(304).send();
        return undefined;
      }
      return found.texts;
    },
    contentConfig: ({ reply }) => {
      reply.header('cache-control', 'public, max-age=60');
      return config;
    },
  };
};
