import type { CloudEvent } from '@hofn/contracts';
import type { CoreEventRow, FeedEnds } from '@hofn/database';
import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';

const list = 'events';
const cursors = defineCursor<number | undefined>(z.int().min(0), undefined, 'after');

/** Cursors of the feed: the place of the last event read. One is valid with other types, too. */
export const feedCursor = {
  write: (place: number): string => cursors.write(place, list),
  /** @throws Fault `validation` naming `after` */
  read: (cursor: string | undefined): number | undefined => cursors.read(cursor, list),
};

/** What a cursor outside the feed is answered with: it names the oldest valid one. */
export const cursorExpired = ({ forgotten }: Pick<FeedEnds, 'forgotten'>): Fault =>
  new Fault('cursorExpired', {
    fields: [{ path: 'oldest', reason: 'cursor', literal: feedCursor.write(forgotten) }],
  });

/** @param source address of the site, which tells insurers apart */
export const cloudEventOf = (
  { id, type, subject, data, occurredAt }: Omit<CoreEventRow, 'seq'>,
  source: string,
): CloudEvent => ({
  specversion: '1.0',
  id,
  source,
  type,
  subject,
  time: occurredAt,
  datacontenttype: 'application/json',
  data,
});
