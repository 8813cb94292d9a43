import { Fault } from '../platform/fault.ts';
import type { Inspector } from '../platform/uploads/inspector.ts';
import { bytesOf } from '../platform/uploads/inspector-messages.ts';

const refuse = (reason: string) => new Fault('validation', { fields: [{ path: 'picture', reason }] });

/**
 * Makes the stored profile picture from an upload (rule DATA-2): a square JPEG of its pixels only, so that no other content
 * of the file is stored and nothing needs to be scanned.
 * @throws Fault `validation` naming `picture` when it is empty, not a JPEG or PNG by its bytes, or cannot be decoded;
 * `unavailable` when too many others are being decoded
 */
export const profilePictureOf = async (
  content: Uint8Array | undefined,
  inspector: Inspector,
): Promise<Buffer> => {
  if (!content || content.length === 0) throw refuse('uploadEmpty');
  const profile = await inspector.inspect('profile', content);
  if ('unfinished' in profile)
    throw profile.unfinished === 'busy'
      ? new Fault('unavailable', { retryAfterSeconds: 5 })
      : refuse('imageUnreadable');
  if ('reason' in profile) throw refuse(profile.reason);
  return bytesOf(profile.drawn);
};
