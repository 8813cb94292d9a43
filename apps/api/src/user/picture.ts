import { Fault } from '../platform/fault.ts';
import { contentTypeOf } from '../platform/uploads/content.ts';
import { drawProfile } from '../platform/uploads/picture.ts';

const refuse = (reason: string) => new Fault('validation', { fields: [{ path: 'picture', reason }] });

/**
 * The profile picture that is kept of what was sent (rule DATA-2): a square JPEG of its points alone, so that nothing
 * that lay in the file is kept and there is nothing to be scanned.
 * @throws Fault `validation` naming `picture` when it is empty, no JPEG or PNG by its bytes, or cannot be read
 */
export const profilePictureOf = async (content: Uint8Array | undefined): Promise<Buffer> => {
  if (!content || content.length === 0) throw refuse('uploadEmpty');
  const bytes = Buffer.from(content);
  const type = contentTypeOf(bytes);
  if (type !== 'image/jpeg' && type !== 'image/png') throw refuse('pictureType');
  const drawn = await drawProfile(bytes, type);
  if (!drawn) throw refuse('imageUnreadable');
  return drawn;
};
