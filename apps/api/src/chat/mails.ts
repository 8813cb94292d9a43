import type { Db, TranscriptJob } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, formatDate, formatDateTime, formatTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Letter } from '../platform/mail/letter.ts';
import { type MailTransport, Refused } from '../platform/mail/transport.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import { type ChatMessageRow, type ChatRow, createTranscriptStore } from './store.ts';

/** What the copy of a chat says. */
const paperOf = (chat: ChatRow, messages: readonly ChatMessageRow[]): Document => {
  const { language, name, topic, agentName, createdAt } = chat;
  const t = textsIn(language);
  const heading = { kind: 'heading', text: t('chatPaper|said') } as const;
  return {
    language,
    title: t('chatPaper|title'),
    lead: [name],
    blocks: [
      {
        kind: 'facts',
        items: [
          { name: t('chatPaper|topic'), value: topic },
          { name: t('chatPaper|started'), value: formatDateTime(language, createdAt) },
          ...(agentName === null ? [] : [{ name: t('chatPaper|agent'), value: agentName }]),
        ],
      },
      heading,
      messages.length === 0
        ? { kind: 'text', text: t('chatPaper|nothing') }
        : {
            kind: 'table',
            columns: [
              { heading: t('chatPaper|when'), share: 1 },
              { heading: t('chatPaper|who'), share: 3 },
              { heading: t('chatPaper|what'), share: 7 },
            ],
            rows: messages.map(({ sentAt, author, text }) => [formatTime(language, sentAt), author, text]),
          },
    ],
  };
};

/**
 * Makes the handler of the queue `chat.transcript`: sends a copy of a chat as a PDF. One that was sent is not sent again;
 * each has the same Message-ID through all tries.
 */
export const createTranscriptSender = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
  /** Address of the site with its base, for links. */
  site: string;
}) => {
  const { db, clock, logger, transport, site } = parts;
  const store = createTranscriptStore(db);
  return async ({ chatId, id }: TranscriptJob): Promise<void> => {
    const due = await store.due(chatId, id);
    if (!due) return;
    const { chat, transcript, kind } = due;
    const { language, createdAt } = chat;
    const t = textsIn(language);
    const day = dayOfInstant(createdAt);
    const date = formatDate(language, day);
    const letter: Letter = {
      language,
      // A visitor may call themselves anything, and the address may be another's: our greeting does not repeat it.
      ...(kind === 'person' && { firstName: firstNames(chat.name) }),
      subject: t('chatTranscriptEmail|subject'),
      preheader: t('chatTranscriptEmail|preheader', { date }),
      body: t('chatTranscriptEmail|body', { date }),
      button: { title: t('chatTranscriptEmail|button'), url: site + pathOf('contact', language) },
      attachments: [
        {
          name: t('chatPaper|file', { date: day }),
          type: 'application/pdf',
          content: await writePdf(paperOf(chat, await store.messages(chatId)), clock.now()),
        },
      ],
    };
    try {
      await transport.send({ id, recipient: transcript.recipient, letter });
    } catch (error) {
      if (error instanceof Refused) {
        logger.error({ transcript: id, fault: error.message }, 'mail given up');
        return store.failed(chatId, id, clock.now(), error.message);
      }
      logger.warn({ transcript: id, err: error }, 'mail not sent yet');
      throw error;
    }
    await store.sent(chatId, id, clock.now());
    logger.info({ transcript: id }, 'mail sent');
  };
};
