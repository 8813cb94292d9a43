import { type OpeningState, openingState } from '@hofn/domain/opening-hours.ts';
import { fetchFooter } from '../content/live-footer.ts';
import type { Footer, Site } from '../content/site.ts';
import { loadSettings } from '../session/settings.ts';

/** Hours and holidays of telephone and chat. */
export type ChatHours = Pick<Footer, 'openingHours' | 'holidays'>;

// Only the hours are read, so no link needs the path of its page.
const noPages = {} as unknown as Site;

/** The hours of the content service; undefined when it does not respond: the chat then counts as open. */
export const loadChatHours = async (language: 'is' | 'en'): Promise<ChatHours | undefined> => {
  try {
    const { contentOrigin } = await loadSettings();
    return contentOrigin ? await fetchFooter(contentOrigin, language, noPages) : undefined;
  } catch {
    return undefined;
  }
};

export type ClosedChat = Extract<OpeningState, { open: false }>;

/** When the chat opens next; undefined while it is open, or when the hours are not known. */
export const closedAt = (hours: ChatHours | undefined, now: Date): ClosedChat | undefined => {
  const times = hours?.openingHours[0]?.timi;
  if (!hours || !times) return undefined;
  const state = openingState(times, hours.holidays, now);
  return state.open ? undefined : state;
};
