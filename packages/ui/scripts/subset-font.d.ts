declare module 'subset-font' {
  /** Subsets a font to the letters of `text`, and its axes to the given ranges or values. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      variationAxes: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
