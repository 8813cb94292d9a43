import { createHash } from 'node:crypto';
import type { ContentConfig, contentCalls } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { paths } from '@hofn/texts/paths.ts';
import type { FastifyReply } from 'fastify';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Settings } from '../settings.ts';
import { faqOf, placesOf } from './help.ts';
import type { ContentReader } from './service.ts';
import { categoriesIn } from './texts.ts';

/** The shortest prefixes covering every path that requires sign-in, from the table of paths (rule LINK-7). */
const protectedAddresses = (): string[] => {
  const protectedPaths = paths
    .filter((row) => row.protected)
    .flatMap((row) => [row.is, row.en].map((path) => path.replace(/:.*/, '')));
  return protectedPaths
    .filter(
      (path) =>
        !protectedPaths.some(
          (other) => other !== path && path.startsWith(other.endsWith('/') ? other : `${other}/`),
        ),
    )
    .filter((path, index, all) => all.indexOf(path) === index)
    .toSorted();
};

/** What a front end needs to know about the service, from its settings. */
export const contentConfigOf = (settings: Settings): ContentConfig => ({
  phone: settings.CONTACT_PHONE,
  email: settings.CONTACT_EMAIL,
  emergencyPhoneAbroad: settings.CONTACT_PHONE_ABROAD,
  kennitala: { checkDigit: settings.KENNITALA_CHECK_DIGIT, allowTestIds: settings.KENNITALA_TEST_IDS },
  protectedAddresses: protectedAddresses(),
  // Limits of the inquiry form and of uploads: 999 characters, ten files, 10 MB each, 25 MB in all.
  limits: {
    inquiryDescription: 999,
    files: 10,
    fileBytes: 10 * 1024 * 1024,
    filesBytes: 25 * 1024 * 1024,
  },
});

/** Texts of a language with their ETags; they never change while the process runs. */
const withEtags = (language: Language) => {
  const entries = Object.entries(categoriesIn(language)).map(([category, texts]) => {
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);
    return [category, { texts, etag: `"${hash}"` }] as const;
  });
  return new Map(entries);
};

export const contentHandlers = ({
  settings,
  content,
}: {
  settings: Settings;
  content: ContentReader;
}): Handlers<typeof contentCalls> => {
  /** @throws Fault `unavailable` when the content service does not respond and nothing is cached */
  const published = async (
    type: string,
    uid: string,
    { language, reply }: { language: Language; reply: FastifyReply },
  ) => {
    const data = await content.document(type, uid, language).catch((error: unknown) => {
      throw new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
    });
    reply
      .header('cache-control', 'public, max-age=60')
      .header('vary', 'accept-language')
      .header('content-language', language);
    return data;
  };
  const byLanguage = { is: withEtags('is'), en: withEtags('en') };
  const config = contentConfigOf(settings);
  return {
    faq: async (input) => faqOf(await published('faq', 'faq', input)),
    carHelp: async (input) => ({ places: placesOf(await published('places', 'roadside', input)) }),
    languageLookup: ({ params, language, request, reply }) => {
      const found = byLanguage[language].get(params.category);
      if (!found) throw new Fault('notFound');
      reply
        .header('etag', found.etag)
        .header('cache-control', 'public, max-age=60, must-revalidate')
        .header('vary', 'accept-language')
        .header('content-language', language);
      const clientEtags = request.headers['if-none-match']
        ?.split(',')
        .map((tag) => tag.trim().replace(/^W\//, ''));
      if (clientEtags?.includes(found.etag) || clientEtags?.includes('*')) {
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
