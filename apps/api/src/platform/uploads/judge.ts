import { type ContentType, contentTypeOf } from './content.ts';
import { looksHarmful } from './harm.ts';
import { redraw } from './picture.ts';

/**
 * What a file is by its bytes alone: a reason to refuse it (a key of `errorCode`), or its type and the content to store.
 * Without `content` it is stored as received.
 */
export type Judgement = { reason: string } | { type: ContentType; content?: Buffer };

/** Judges a file: its type, whether it may be harmful, and for a photo the re-encoded image. */
export const judge = async (content: Buffer): Promise<Judgement> => {
  const type = contentTypeOf(content);
  if (!type) return { reason: 'uploadType' };
  if (looksHarmful(content, type)) return { reason: 'uploadInfected' };
  const drawn = await redraw(content, type);
  if (!drawn) return { reason: 'imageUnreadable' };
  return drawn === content ? { type } : { type, content: drawn };
};
