import type { Calls, CaseLine } from '@hofn/contracts';
import { useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { useNow } from '../../parts/useNow.ts';
import { type Filter, kindQuery } from '../queue/filter.ts';
import { useLiveDesk } from './LiveDesk.tsx';
import type { News } from './live-desk.ts';

type Answer = z.output<Calls['queue']['response']>;
type Changed = News['changed'][number];

/** What has changed since an answer of the queue was read. */
type Changes = {
  of: Answer | undefined;
  lines: ReadonlyMap<string, Changed>;
  /** Cases that have come into the list and are not shown. */
  entered: ReadonlySet<string>;
  counts: News['counts'];
  isTooMuch: boolean;
};

const none: Changes = {
  ...{ of: undefined, lines: new Map(), entered: new Set(), counts: null, isTooMuch: false },
};

/** Sort value of a row; rows are in the order of this value, and of the id where it is the same. */
const placeOf = ({ dueAt, openedAt, id }: CaseLine, sort: Filter['sort']): string =>
  `${new Date(sort === 'due' ? dueAt : openedAt).toISOString()} ${id}`;

/** Whether a row would be among those that are shown, which may be one page of many. */
const isWithin = (line: CaseLine, { items, nextCursor }: Answer, sort: Filter['sort']): boolean => {
  const last = items.at(-1);
  if (!last || nextCursor === null) return true;
  const [place, end] = [placeOf(line, sort), placeOf(last, sort)];
  return sort === 'newest' ? place >= end : place <= end;
};

/** Adds news to what has changed. @param sort of the list */
export const withNews = (
  before: Changes,
  answer: Answer,
  news: Pick<News, 'changed' | 'counts' | 'isTooMuch'>,
  sort: Filter['sort'],
): Changes => {
  const known = before.of === answer ? before : none;
  const lines = new Map(known.lines);
  const entered = new Set(known.entered);
  const shown = new Set(answer.items.map(({ id }) => id));
  for (const line of news.changed) {
    lines.set(line.id, line);
    const isNews = line.isAdded || isWithin(line, answer, sort);
    if (line.isListed && !shown.has(line.id) && isNews) entered.add(line.id);
    else if (!line.isListed) entered.delete(line.id);
  }
  return {
    ...{ of: answer, lines, entered },
    counts: news.counts ?? known.counts,
    isTooMuch: news.isTooMuch || known.isTooMuch,
  };
};

/** The rows that are shown, each as it is now, in the places that they had. */
const refreshed = (items: CaseLine[], { lines }: Changes, now: Date | undefined): CaseLine[] =>
  items.map((item) => {
    const line = lines.get(item.id) ?? item;
    const isLate = now !== undefined && line.state === 'open' && new Date(line.dueAt) < now;
    return isLate && !line.overdue ? { ...line, overdue: true } : line;
  });

/**
 * An answer of the queue that follows what others do (rule DESK-3): rows change where they stand, and what comes into the list is
 * counted and not shown, so that nothing moves under the pointer.
 * @param filter of the list; its search is not sent, because each search is a look-up of its own
 */
export const useLiveList = (
  answer: Answer | undefined,
  filter: Filter,
): { answer: Answer | undefined; entered: number; isTooMuch: boolean } => {
  const live = useLiveDesk();
  const now = useNow();
  const [changes, setChanges] = useState<Changes>(none);
  const { whose, kind, state, sort, search } = filter;
  const query = search === '' ? JSON.stringify({ whose, state, ...kindQuery(kind) }) : undefined;
  useEffect(() => {
    if (!live || !answer?.news) return;
    return live.showList({
      since: answer.news,
      filter: query === undefined ? undefined : JSON.parse(query),
      onNews: (news) => setChanges((before) => withNews(before, answer, news, sort)),
    });
  }, [live, answer, query, sort]);
  const current = changes.of === answer ? changes : none;
  const minute = now?.getTime();
  const shown = useMemo(
    () =>
      answer && {
        ...{ ...answer, ...current.counts },
        items: refreshed(answer.items, current, minute === undefined ? undefined : new Date(minute)),
      },
    [answer, current, minute],
  );
  return {
    answer: shown,
    entered: current.entered.size,
    isTooMuch: current.isTooMuch,
  };
};
