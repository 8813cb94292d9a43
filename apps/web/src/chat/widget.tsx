import { createTranslator } from '@hofn/texts/translator.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Boundary } from '../engine/Boundary.tsx';
import { later as latePart } from '../engine/chunks.ts';
import { signedIn } from '../session/signed-in.ts';
import { isStaffHost } from '../session/staff-host.ts';
import { chance, connectTo, later, randomText } from './browser-functions.ts';
import { Chat, type ChatWords } from './Chat.tsx';
import { type Conversation, createConversation } from './conversation.ts';
import { clearChat, readKept, writeKept } from './stored-chat.ts';
import { type ChatEvent, chatEvent, leaveEvent, otherHelpEvent } from './widget-events.ts';

/** Customers are known by their token; whoever works here is a visitor like any other. */
const isCustomer = (): boolean => !isStaffHost(location.hostname) && signedIn();

const pageLanguage = (): 'is' | 'en' => (document.documentElement.lang === 'en' ? 'en' : 'is');

const loadCatalogue = {
  is: latePart(() => import('@hofn/texts/catalogue/is/chat.ts')),
  en: latePart(() => import('@hofn/texts/catalogue/en/chat.ts')),
};
const loadToken = latePart(() => import('./customer-token.ts'));

const loadWords = async (language: 'is' | 'en'): Promise<ChatWords> =>
  createTranslator(language, (await loadCatalogue[language]()).chat);

/** The words of the page's language, which a link on the page may change while the chat is open. */
const createWords = (first: ChatWords) => {
  let words = first;
  const listeners = new Set<() => void>();
  new MutationObserver(() => {
    const language = pageLanguage();
    if (language === words.language) return;
    loadWords(language).then(
      (loaded) => {
        words = loaded;
        for (const listener of listeners) listener();
      },
      (error: unknown) => console.info('The chat stays in its language.', error),
    );
  }).observe(document.documentElement, { attributeFilter: ['lang'] });
  return {
    current: () => words,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

type Words = ReturnType<typeof createWords>;

const token = async (): Promise<string | undefined> =>
  isCustomer() ? (await loadToken()).customerToken() : undefined;

const assemble = () => {
  // Whoever has signed out, or whose tab it is now, does not go on with a customer's chat.
  if (readKept(sessionStorage)?.customer && !isCustomer()) clearChat();
  const conversation = createConversation({
    connect: () => connectTo('/visitor'),
    token,
    language: pageLanguage,
    kept: {
      read: () => readKept(sessionStorage),
      write: (kept) => writeKept(sessionStorage, kept),
    },
    random: randomText,
    online: () => navigator.onLine,
    later,
    chance,
  });
  window.addEventListener('online', conversation.hurry);
  window.addEventListener('offline', conversation.cut);
  window.addEventListener(otherHelpEvent, conversation.minimise);
  window.addEventListener(leaveEvent, conversation.leave);
  // Signed out in another tab: what a customer has said is on no screen any more.
  window.addEventListener('storage', () => {
    if (conversation.state().customer && !isCustomer()) conversation.leave();
  });
  let shown = false;
  conversation.subscribe(() => {
    const { status, open, unread } = conversation.state();
    const { style, dataset } = document.documentElement;
    // How many are unread is seen beside the chat button's name.
    if (unread > 0) style.setProperty('--chat-unread', `"${unread}"`);
    else style.removeProperty('--chat-unread');
    if (unread > 0) dataset.chatUnread = '';
    else delete dataset.chatUnread;
    const now = status !== 'closed' && open;
    if (now === shown) return;
    shown = now;
    const detail: ChatEvent['detail'] = now ? 'opened' : 'closed';
    window.dispatchEvent(new CustomEvent(chatEvent, { detail }));
  });
  return conversation;
};

/** Shows beside the chat button that the chat did not open. */
const ChatFailed = () => {
  useEffect(() => {
    document.documentElement.dataset.chat = 'failed';
  }, []);
  return null;
};

const Widget = ({ words, conversation }: { words: Words; conversation: Conversation }) => {
  const t = useSyncExternalStore(words.subscribe, words.current, words.current);
  const [here, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  useEffect(() => {
    // The button is there to be pressed.
    if (here) window.hofnChat = { initialised: true };
  }, [here]);
  // The first render is what stands in the container: nothing.
  if (!here) return null;
  return (
    <>
      {/* By which the page opens the chat: see `widget-events.ts`. */}
      <div className="embeddedServiceHelpButton" hidden>
        <div className="helpButton">
          <button type="button" className="uiButton helpButtonEnabled" onClick={conversation.open}>
            {t('chat|title')}
          </button>
        </div>
      </div>
      <Boundary fallback={<ChatFailed />}>
        <Chat t={t} conversation={conversation} knowsName={isCustomer} />
      </Boundary>
    </>
  );
};

let mounted: Promise<void> | undefined;

const mount = async (): Promise<void> => {
  window.hofnChat ??= { initialised: false };
  const words = createWords(await loadWords(pageLanguage()));
  const conversation = assemble();
  const container = document.createElement('div');
  container.id = 'hofn-chat';
  document.body.append(container);
  // `createRoot` would be one more part of React in what every page loads first.
  hydrateRoot(container, <Widget words={words} conversation={conversation} />, {
    // Beside the page's own root: their ids must not be the same.
    identifierPrefix: 'chat',
  });
};

/** Brings the chat into the page, once; a failure is forgotten, so that the next press tries again. */
export const mountChat = (): Promise<void> => {
  mounted ??= mount().catch((error: unknown) => {
    mounted = undefined;
    throw error;
  });
  return mounted;
};
