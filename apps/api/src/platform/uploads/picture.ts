import sharp from 'sharp';
import type { ContentType } from './content.ts';

// A phone's largest photo has 200 million points; what claims more is made to fill the memory.
const mostPoints = 210_000_000;
// These are read whole into the memory before they can be made smaller, four bytes a point.
const mostPointsAtOnce = 60_000_000;
/** Longest side that is kept: enough to print a page. */
const longestSide = 4096;

/**
 * A photo drawn anew: upright, in its colours, without what the camera wrote into it (place, time, device) and without
 * anything else that lay beside the picture. HEIC stays as it came, for want of a free reader of it.
 * @returns nothing when it cannot be read as a picture
 */
export const redraw = async (content: Buffer, type: ContentType): Promise<Buffer | undefined> => {
  if (type !== 'image/jpeg' && type !== 'image/png') return content;
  try {
    const {
      width = 0,
      height = 0,
      isProgressive,
    } = await sharp(content, { limitInputPixels: mostPoints }).metadata();
    if ((isProgressive || type === 'image/png') && width * height > mostPointsAtOnce) return undefined;
    const picture = sharp(content, { limitInputPixels: mostPoints, failOn: 'error' })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
    return await (type === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })).toBuffer();
  } catch {
    return undefined;
  }
};
