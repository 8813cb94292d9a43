import type { AccessGrant, GrantList } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { filterGrants } from '@hofn/texts/filter-grants.ts';
import type { FastifyReply } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { type FileType, sendFile } from '../platform/file-response.ts';
import { grantsFile } from './list-file.ts';
import type { AccessStore } from './store.ts';

type ListRequest = {
  query: GrantList;
  language: Language;
  fileType: FileType | undefined;
  reply: FastifyReply;
};

/** Filters grants by the query: as JSON, or as the file type the request accepts (rule PORT-19). */
export const sendGrantList = async <Grant extends AccessGrant>(
  store: Pick<AccessStore, 'byId'>,
  which: 'given' | 'received',
  all: readonly Grant[],
  readerId: string,
  { query, language, fileType, reply }: ListRequest,
  now: Date,
): Promise<{ items: Grant[] } | undefined> => {
  const { search = '', state = '', ...rest } = query;
  const items = filterGrants(all, { search, state, ...rest });
  if (!fileType) return { items };
  const subject = await store.byId(readerId);
  if (!subject) throw new Fault('notFound');
  const file = await grantsFile(fileType, which, items, { subject, language, now });
  sendFile(reply, fileType, file.name, file.content);
  return undefined;
};
