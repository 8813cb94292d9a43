import { finished } from 'node:stream/promises';
import { FileFault, type FileStore } from '@hofn/files';

export type ContentFault = 'missing' | 'altered';

/** Reads a content in full. @returns what is wrong with it, if anything */
export const faultOf = async (files: FileStore, key: string): Promise<ContentFault | undefined> => {
  try {
    await finished((await files.get(key)).resume());
    return undefined;
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return error.code === 'missing' ? 'missing' : 'altered';
  }
};

/** Items handled at once: enough to hide the latency of a file store, without occupying it. */
const atOnce = 8;

/** Runs `work` for each item, several at once. @throws the first error, when those under way have ended */
export const eachAtOnce = async <Item>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!failed) {
      const { done, value } = await iterator.next();
      if (done) return;
      try {
        await work(value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};
