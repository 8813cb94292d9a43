import sharp, { type Sharp } from 'sharp';
import { type ContentType, contentTypeOf } from './content.ts';

/** Image types we can re-encode. */
type PictureType = Extract<ContentType, 'image/jpeg' | 'image/png'>;

// A phone's largest photo has 200 million pixels; files that claim more are made to fill the memory.
const maxPixels = 210_000_000;
// These are decoded as a whole before they can be resized, at four bytes a pixel.
const maxPixelsAtOnce = 60_000_000;
/** Longest side that is stored: enough to print a page. */
const longestSide = 4096;

/** Side of a profile picture, in pixels: the largest place it is shown, on the sharpest screen. */
const profileSide = 256;

/** Longest side of a thumbnail, in pixels: twice the largest place it is shown. */
const thumbnailSide = 320;

const endOfImage = Buffer.from([0xff, 0xd9]);
/** Some programs add to the end of a JPEG. */
const maxAfterEnd = 4096;

/** Whether a JPEG lacks the marker of its end, which some cameras leave out and browsers do without. */
const lacksEnd = (content: Buffer, type: PictureType): boolean =>
  type === 'image/jpeg' && !content.includes(endOfImage, Math.max(0, content.length - maxAfterEnd));

/**
 * Re-encodes an image: upright, in its colours, without the camera's metadata (place, time, device) and without any
 * other embedded data.
 * @returns undefined when it cannot be read as an image
 */
const reencode = async (
  content: Buffer,
  type: PictureType,
  draw: (picture: Sharp) => Sharp,
): Promise<Buffer | undefined> => {
  try {
    const {
      width = 0,
      height = 0,
      isProgressive,
    } = await sharp(content, { limitInputPixels: maxPixels }).metadata();
    if ((isProgressive || type === 'image/png') && width * height > maxPixelsAtOnce) return undefined;
    // With the marker added, a picture that was cut off is only warned about.
    const isEndless = lacksEnd(content, type);
    const picture = sharp(isEndless ? Buffer.concat([content, endOfImage]) : content, {
      limitInputPixels: maxPixels,
      failOn: isEndless ? 'warning' : 'error',
    });
    return await draw(picture.autoOrient()).toBuffer();
  } catch {
    return undefined;
  }
};

/**
 * Re-encodes a photo, no larger than useful. HEIC is stored as received, for lack of a free decoder.
 * @returns undefined when it cannot be read as an image
 */
export const redraw = async (content: Buffer, type: ContentType): Promise<Buffer | undefined> => {
  if (type !== 'image/jpeg' && type !== 'image/png') return content;
  return reencode(content, type, (picture) => {
    const small = picture.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
    return type === 'image/png' ? small.png() : small.jpeg({ quality: 88 });
  });
};

/** Outcome for a profile picture: a reason to refuse it (a key of `errorCode`), or the image. */
export type Profile = { reason: string } | { drawn: Buffer };

/** The middle of an image as a square JPEG, on white where it was transparent. */
export const profileOf = async (content: Buffer): Promise<Profile> => {
  const type = contentTypeOf(content);
  if (type !== 'image/jpeg' && type !== 'image/png') return { reason: 'pictureType' };
  const square = await reencode(content, type, (picture) =>
    picture
      .resize(profileSide, profileSide, { fit: 'cover' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 }),
  );
  return square ? { drawn: square } : { reason: 'imageUnreadable' };
};

/** Outcome for a thumbnail: the image, or null for what is no photo or cannot be decoded here. */
export type Thumbnail = { drawn: Buffer | null };

/** A photo as a small JPEG, on white where it was transparent. */
export const thumbnailOf = async (content: Buffer): Promise<Thumbnail> => {
  const type = contentTypeOf(content);
  if (type !== 'image/jpeg' && type !== 'image/png') return { drawn: null };
  const small = await reencode(content, type, (picture) =>
    picture
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 70 }),
  );
  return { drawn: small ?? null };
};
