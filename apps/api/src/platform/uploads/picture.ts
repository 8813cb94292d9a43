import sharp, { type Sharp } from 'sharp';
import { type ContentType, contentTypeOf } from './content.ts';

/** What can be drawn anew. */
type PictureType = Extract<ContentType, 'image/jpeg' | 'image/png'>;

// A phone's largest photo has 200 million points; what claims more is made to fill the memory.
const mostPoints = 210_000_000;
// These are read whole into the memory before they can be made smaller, four bytes a point.
const mostPointsAtOnce = 60_000_000;
/** Longest side that is kept: enough to print a page. */
const longestSide = 4096;

/** Side of a profile picture, in points: what the largest place for it takes on the sharpest screen. */
const profileSide = 256;

/**
 * A picture drawn anew: upright, in its colours, without what the camera wrote into it (place, time, device) and without
 * anything else that lay beside it.
 * @returns nothing when it cannot be read as a picture
 */
const drawn = async (
  content: Buffer,
  type: PictureType,
  draw: (picture: Sharp) => Sharp,
): Promise<Buffer | undefined> => {
  try {
    const {
      width = 0,
      height = 0,
      isProgressive,
    } = await sharp(content, { limitInputPixels: mostPoints }).metadata();
    if ((isProgressive || type === 'image/png') && width * height > mostPointsAtOnce) return undefined;
    const picture = sharp(content, { limitInputPixels: mostPoints, failOn: 'error' });
    return await draw(picture.autoOrient()).toBuffer();
  } catch {
    return undefined;
  }
};

/**
 * A photo drawn anew, no larger than is of use. HEIC stays as it came, for want of a free reader of it.
 * @returns nothing when it cannot be read as a picture
 */
export const redraw = async (content: Buffer, type: ContentType): Promise<Buffer | undefined> => {
  if (type !== 'image/jpeg' && type !== 'image/png') return content;
  return drawn(content, type, (picture) => {
    const small = picture.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
    return type === 'image/png' ? small.png() : small.jpeg({ quality: 88 });
  });
};

/** What becomes of a profile picture: a reason to refuse it (a key of `errorCode`), or the picture. */
export type Profile = { reason: string } | { drawn: Buffer };

/** The middle of a picture as a square JPEG, on white where it was transparent. */
export const profileOf = async (content: Buffer): Promise<Profile> => {
  const type = contentTypeOf(content);
  if (type !== 'image/jpeg' && type !== 'image/png') return { reason: 'pictureType' };
  const square = await drawn(content, type, (picture) =>
    picture
      .resize(profileSide, profileSide, { fit: 'cover' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 }),
  );
  return square ? { drawn: square } : { reason: 'imageUnreadable' };
};
