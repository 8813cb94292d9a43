/** Side of a thumbnail in pixels: twice what is shown, for sharp screens. */
const side = 96;

/**
 * A square picture of a photo as a data URL, because the content policy allows no others from a file; undefined for a
 * format that the browser cannot show, such as HEIC.
 */
export const thumbnailOf = async (photo: Blob): Promise<string | undefined> => {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const { width, height } = picture;
    const cut = Math.min(width, height);
    canvas
      .getContext('2d')
      ?.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side);
    picture.close();
    return canvas.toDataURL('image/jpeg', 0.8);
  } catch {
    return undefined;
  }
};
