import { Fault } from '../platform/fault.ts';
import type { Inspector } from '../platform/uploads/inspector.ts';
import { bytesOf } from '../platform/uploads/inspector-messages.ts';

const refuse = (reason: string) => new Fault('validation', { fields: [{ path: 'picture', reason }] });

/**
 * The profile picture that is kept of what was sent (rule DATA-2): a square JPEG of its points alone, so that nothing
 * that lay in the file is kept and there is nothing to be scanned.
 * @throws Fault `validation` naming `picture` when it is empty, no JPEG or PNG by its bytes, or cannot be read;
 * `unavailable` when too many others are being drawn
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
