import type { AccessRole } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { PortalMenu } from '../content/portal-menu.ts';
import type { PageLink } from '../content/site.ts';
import type { useTexts } from '../engine/index.ts';
import { stemOf, wordsOf } from './stems.ts';
import type { OwnResult } from './useSearch.ts';

type Texts = ReturnType<typeof useTexts<'portal'>>;

/** Texts with the words that people type for each screen of the menu. */
const wordsOfScreen = {
  'portal.claims': 'screens|claimsWords',
  'portal.payments': 'screens|paymentsWords',
  'portal.transactions': 'screens|transactionsWords',
  'portal.documents': 'screens|documentsWords',
  'portal.toSign': 'screens|toSignWords',
  'portal.matters': 'screens|messagesWords',
  'portal.travel': 'screens|travelWords',
  'portal.offers': 'screens|offersWords',
  'portal.benefits': 'screens|benefitsWords',
  'portal.help': 'screens|helpWords',
  'portal.settingsGeneral': 'screens|generalWords',
  'portal.settingsPayment': 'screens|methodWords',
  'portal.settingsCommunication': 'screens|communicationWords',
  'portal.settingsPassword': 'screens|passwordWords',
  'portal.settingsSecurity': 'screens|securityWords',
  'portal.settingsAccess': 'screens|accessWords',
  'portal.settingsPrivacy': 'screens|privacyWords',
} as const;

const hasWords = (page: string): page is keyof typeof wordsOfScreen => Object.hasOwn(wordsOfScreen, page);

/** Minimum length of a word that matches its own inflections. */
const minStemLength = 4;
/** Maximum number of screens: a search that finds more says little. */
const maxScreens = 4;

const matches = (queryWord: string, word: string): boolean =>
  word.startsWith(stemOf(queryWord)) || (word.length >= minStemLength && queryWord.startsWith(word));

/** A search over the screens and tasks of the portal that the subject and the user's role have (rule LIFE-26). */
export const findScreensOf = (
  t: Texts,
  { groups }: Pick<PortalMenu, 'groups'>,
  role: AccessRole | undefined,
): ((question: string) => OwnResult[]) => {
  const screenOf = (main: PageLink, { page, path, title }: PageLink) => ({
    result: { path, title, description: title === main.title ? '' : main.title },
    words: wordsOf(`${title} ${hasWords(page) ? t(wordsOfScreen[page]) : ''}`),
  });
  const task = (path: string, title: string, description: string, words: string) => ({
    result: { path, title, description },
    words: wordsOf(`${title} ${words}`),
  });
  const entries = [
    ...(role === 'Readonly'
      ? []
      : [
          task(
            pathOf('portal.base', t.language),
            t('screens|cancel'),
            t('screens|cancelAbout'),
            t('screens|cancelWords'),
          ),
          task(pathOf('portal.fileClaim', t.language), t('claims|report'), '', t('screens|claimWords')),
          task(
            pathOf('portal.claimsHistory', t.language),
            t('screens|claimsHistory'),
            '',
            t('screens|claimsHistoryWords'),
          ),
        ]),
    ...groups.flatMap(({ main, screens }) => screens.map((screen) => screenOf(main, screen))),
  ];
  return (question) => {
    const queryWords = wordsOf(question);
    const found = queryWords.length === 0 ? [] : entries;
    return found
      .filter(({ words }) => queryWords.every((word) => words.some((own) => matches(word, own))))
      .slice(0, maxScreens)
      .map(({ result }) => result);
  };
};
