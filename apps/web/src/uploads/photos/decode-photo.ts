/**
 * Decodes a photo, upright. It is drawn on a canvas, because the content policy allows no image from a file.
 * @throws DOMException when the browser cannot read it as an image
 */
export const decodePhoto = (content: Blob, type: string | null): Promise<ImageBitmap> =>
  createImageBitmap(new Blob([content], { type: type ?? '' }), { imageOrientation: 'from-image' });
