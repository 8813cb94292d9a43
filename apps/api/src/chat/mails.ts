import type { Db, TranscriptJob } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, formatDate, formatDateTime, formatTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createDelivery } from '../platform/mail/delivery.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import { type ChatMessageRow, type ChatRow, createTranscriptStore } from './store.ts';

/** A chat as a document. */
const transcriptOf = (chat: ChatRow, messages: readonly ChatMessageRow[]): Document => {
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

/** Sends a chat transcript as a PDF. */
export const createTranscriptSender = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
  /** Address of the site with its base, for links. */
  site: string;
}) => {
  const { db, clock, site } = parts;
  const store = createTranscriptStore(db);
  const deliver = createDelivery(parts);
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
      // Visitors can type any name and anyone's address: the greeting does not repeat the name.
      ...(kind === 'person' && { firstName: firstNames(chat.name) }),
      subject: t('chatTranscriptEmail|subject'),
      preheader: t('chatTranscriptEmail|preheader', { date }),
      body: t('chatTranscriptEmail|body', { date }),
      button: { title: t('chatTranscriptEmail|button'), url: site + pathOf('contact', language) },
      attachments: [
        {
          name: t('chatPaper|file', { date: day }),
          type: 'application/pdf',
          content: await writePdf(transcriptOf(chat, await store.messages(chatId)), clock.now()),
        },
      ],
    };
    await deliver(
      {
        id,
        recipient: transcript.recipient,
        letter,
        sent: () => store.sent(chatId, id, clock.now()),
        refused: (fault) => store.failed(chatId, id, clock.now(), fault),
      },
      { transcript: id },
    );
  };
};
