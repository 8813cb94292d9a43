import { unreadableReason } from '../pdf/open.ts';
import { readStructure, UnsignablePdf } from '../pdf/structure.ts';
import { type ContentType, contentTypeOf } from './content.ts';
import { harmOf } from './harm.ts';
import { redraw } from './picture.ts';

/**
 * What a file is by its bytes alone: a reason to refuse it (a key of `errorCode`), or its type and the content to store.
 * Without `content` it is stored as received.
 */
export type Judgement = { reason: string } | { type: ContentType; content?: Buffer };

/** Judges a file: its type, whether it may be harmful or cannot be opened, and for a photo the re-encoded image. */
export const judge = async (content: Buffer): Promise<Judgement> => {
  const type = contentTypeOf(content);
  if (!type) return { reason: 'uploadType' };
  const harm = await harmOf(content, type);
  if (harm) return { reason: harm };
  const unreadable = type === 'application/pdf' ? await unreadableReason(content) : undefined;
  if (unreadable) return { reason: unreadable };
  const drawn = await redraw(content, type);
  if (!drawn) return { reason: 'imageUnreadable' };
  return drawn === content ? { type } : { type, content: drawn };
};

/** Whether a signature can be added to a PDF, or why not, for its sender. */
export type Signability = { isSignable: true } | { why: string };

/** Judges whether a signature can be added to a PDF. */
export const judgeSignability = async (content: Uint8Array): Promise<Signability> => {
  try {
    await readStructure(content);
    return { isSignable: true };
  } catch (error) {
    if (error instanceof UnsignablePdf) return { why: error.message };
    throw error;
  }
};
