import { type ContentType, contentTypeOf } from './content.ts';
import { looksHarmful } from './harm.ts';
import { redraw } from './picture.ts';

/**
 * What a file is by its bytes alone: a reason to refuse it (a key of `errorCode`), or its type and what to keep of it.
 * Without `content` it is kept as it came.
 */
export type Judgement = { reason: string } | { type: ContentType; content?: Buffer };

/** Judges a file: its type, whether it may do harm, and for a photo the picture drawn again. */
export const judge = async (content: Buffer): Promise<Judgement> => {
  const type = contentTypeOf(content);
  if (!type) return { reason: 'uploadType' };
  if (looksHarmful(content, type)) return { reason: 'uploadInfected' };
  const drawn = await redraw(content, type);
  if (!drawn) return { reason: 'imageUnreadable' };
  return drawn === content ? { type } : { type, content: drawn };
};
