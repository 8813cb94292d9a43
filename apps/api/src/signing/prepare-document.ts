import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@hofn/files';
import { type Prepared, prepare } from './pdf.ts';
import type { SigningDocument } from './store.ts';
import type { TransactionRow } from './transaction-store.ts';

/** The PDF of a document, prepared for a signature. */
export const prepareDocument = async (
  files: FileStore,
  { title }: SigningDocument,
  key: string,
  { id, startedAt }: Pick<TransactionRow, 'id' | 'startedAt'>,
): Promise<Prepared> =>
  prepare(await buffer(await files.get(key)), { id, reason: title, at: new Date(startedAt) });
