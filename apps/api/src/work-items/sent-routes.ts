import { type CustomerMatter, type caseCalls, customerMatter } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { datedFilterOf } from '../platform/dated-list.ts';
import { sendFile } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { maxRows, pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { kindOf } from '../platform/work-items.ts';
import { statusOf } from '../requests/requests.ts';
import type { Position } from './lines-query.ts';
import { sentItemsFile } from './list-file.ts';
import type { SentItemStore } from './sent-store.ts';

const cursors = defineCursor<Position | null>(z.tuple([positionParts.instant, positionParts.id]), null);

type SentRow = Awaited<ReturnType<SentItemStore['list']>>['rows'][number];

/** A work item as seen by the customer who sent it. */
const sentItemOf = (
  { row, form, reference, about, letter, text, answers, mails, request, complaint }: SentRow,
  { language, retractable }: { language: Language; retractable: ReadonlySet<string> },
): CustomerMatter => {
  const status = request && statusOf(request, language, retractable);
  return {
    id: row.id,
    // The store leaves claims out.
    kind: customerMatter.shape.kind.parse(kindOf(row)),
    form: form as FormKind | null,
    reference,
    about,
    openedAt: isoInstant(row.openedAt),
    state: status?.state === 'moreInformation' ? 'waiting' : row.state,
    letter,
    text,
    answers: [
      ...answers.map(({ author, text, writtenAt }) => ({ author, text, at: isoInstant(writtenAt) })),
      ...mails.map(({ name, address, text, receivedAt }) => ({
        ...{ author: name ?? address, text, at: isoInstant(receivedAt), fromUs: false },
      })),
    ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    request: status,
    complaint,
  };
};

/** Customers' list of what they sent us, with our answers. */
export const sentItemHandlers = ({
  store,
  clock,
}: {
  store: SentItemStore;
  clock: Clock;
}): Pick<Handlers<typeof caseCalls>, 'matters'> => ({
  matters: async ({ query, context: { subject }, language, fileType, reply }) => {
    const { limit, cursor, state, ...dates } = query;
    const filter = { ...datedFilterOf(dates), state };
    const list = JSON.stringify([subject.id, filter]);
    if (fileType) {
      const all = await store.list(subject, language, filter, { after: null, limit: maxRows });
      const file = await sentItemsFile(
        fileType,
        all.rows.map((row) => sentItemOf(row, { language, retractable: all.retractable })),
        {
          subject,
          language,
          now: clock.now(),
        },
      );
      sendFile(reply, fileType, file.name, file.content);
      return undefined;
    }
    const after = cursors.read(cursor, list);
    const { total, rows, retractable } = await store.list(subject, language, filter, {
      after,
      limit: rowsToRead(limit),
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ row }) =>
      cursors.write([isoInstant(row.openedAt), row.id], list),
    );
    return {
      items: page.map((row) => sentItemOf(row, { language, retractable })),
      total,
      nextCursor,
    };
  },
});
