import { createTranslator } from '@hofn/texts/translator.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Boundary } from '../engine/Boundary.tsx';
import { importOnDemand } from '../engine/chunks.ts';
import { createStore } from '../session/store.ts';
import { connectTo, randomFraction, randomText, schedule } from './browser-functions.ts';
import { Chat } from './Chat.tsx';
import type { ChatTexts } from './chat-texts.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { isCustomer, knownContact, loadCustomer } from './known-contact.ts';
import { loadChatHours } from './opening.ts';
import { clearChat, readStoredChat, writeStoredChat } from './stored-chat.ts';
import { type ChatEvent, chatEvent, leaveEvent, otherHelpEvent } from './widget-events.ts';

const pageLanguage = (): 'is' | 'en' => (document.documentElement.lang === 'en' ? 'en' : 'is');

const loadCatalogue = {
  is: importOnDemand(() => import('@hofn/texts/catalogue/is/chat.ts')),
  en: importOnDemand(() => import('@hofn/texts/catalogue/en/chat.ts')),
};

/** The hours by which the chat is open; their names are in the page's language, which nothing here shows. */
const loadHours = () => loadChatHours(pageLanguage());

const loadTexts = async (language: 'is' | 'en'): Promise<ChatTexts> =>
  createTranslator(language, (await loadCatalogue[language]()).chat);

/** Store of the texts in the page's language, which may change while the chat is open. */
const createTexts = (initial: ChatTexts) => {
  const store = createStore(initial);
  new MutationObserver(() => {
    const language = pageLanguage();
    if (language === store.state().language) return;
    loadTexts(language).then(store.set, (error: unknown) =>
      console.info('The chat stays in its language.', error),
    );
  }).observe(document.documentElement, { attributeFilter: ['lang'] });
  return store;
};

type Texts = ReturnType<typeof createTexts>;

const customerAccessToken = async (): Promise<string | undefined> =>
  isCustomer() ? (await loadCustomer()).customerToken() : undefined;

const createWidgetConversation = () => {
  // A customer's chat is not resumed after sign-out.
  if (readStoredChat(sessionStorage)?.customer && !isCustomer()) clearChat();
  const conversation = createConversation({
    connect: () => connectTo('/visitor'),
    token: customerAccessToken,
    language: pageLanguage,
    storage: {
      read: () => readStoredChat(sessionStorage),
      write: (chat) => writeStoredChat(sessionStorage, chat),
    },
    random: randomText,
    online: () => navigator.onLine,
    schedule,
    randomFraction,
  });
  window.addEventListener('online', conversation.reconnectNow);
  window.addEventListener('offline', conversation.disconnect);
  window.addEventListener(otherHelpEvent, conversation.minimise);
  window.addEventListener(leaveEvent, conversation.leave);
  // On sign-out in another tab, remove the customer's chat from the screen.
  window.addEventListener('storage', () => {
    if (conversation.state().customer && !isCustomer()) conversation.leave();
  });
  let isShown = false;
  conversation.subscribe(() => {
    const { status, isOpen: open, unread } = conversation.state();
    const { style, dataset } = document.documentElement;
    // CSS shows the unread count beside the chat button's label.
    if (unread > 0) style.setProperty('--chat-unread', `"${unread}"`);
    else style.removeProperty('--chat-unread');
    if (unread > 0) dataset.chatUnread = '';
    else delete dataset.chatUnread;
    const isNowShown = status !== 'closed' && open;
    if (isNowShown === isShown) return;
    isShown = isNowShown;
    const detail: ChatEvent['detail'] = isNowShown ? 'opened' : 'closed';
    window.dispatchEvent(new CustomEvent(chatEvent, { detail }));
  });
  return conversation;
};

/** Shown beside the chat button when the chat could not be opened. */
const ChatFailed = () => {
  useEffect(() => {
    document.documentElement.dataset.chat = 'failed';
  }, []);
  return null;
};

const Widget = ({ texts, conversation }: { texts: Texts; conversation: Conversation }) => {
  const t = useSyncExternalStore(texts.subscribe, texts.state, texts.state);
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  useEffect(() => {
    // Ready only once the button is in the DOM.
    if (isMounted) window.hofnChat = { initialised: true };
  }, [isMounted]);
  // The first render must match the empty container, or hydration fails.
  if (!isMounted) return null;
  return (
    <>
      {/* The page clicks this button to open the chat: see `widget-events.ts`. */}
      <div className="embeddedServiceHelpButton" hidden>
        <div className="helpButton">
          <button type="button" className="uiButton helpButtonEnabled" onClick={conversation.open}>
            {t('chat|title')}
          </button>
        </div>
      </div>
      <Boundary fallback={<ChatFailed />}>
        <Chat
          t={t}
          conversation={conversation}
          knowsName={isCustomer}
          loadHours={loadHours}
          loadContact={knownContact}
        />
      </Boundary>
    </>
  );
};

let mounted: Promise<void> | undefined;

const mount = async (): Promise<void> => {
  window.hofnChat ??= { initialised: false };
  const texts = createTexts(await loadTexts(pageLanguage()));
  const conversation = createWidgetConversation();
  const container = document.createElement('div');
  container.id = 'hofn-chat';
  document.body.append(container);
  // hydrateRoot is already in the shared bundle; createRoot would add to it.
  hydrateRoot(container, <Widget texts={texts} conversation={conversation} />, {
    // Keeps ids distinct from those of the page's own root.
    identifierPrefix: 'chat',
  });
};

/** Mounts the chat once; after a failure the next call retries. */
export const mountChat = (): Promise<void> => {
  mounted ??= mount().catch((error: unknown) => {
    mounted = undefined;
    throw error;
  });
  return mounted;
};
