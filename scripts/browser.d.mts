/** Path of a Chromium, found or fetched as `npm test` does it. `binary` is the product's Node. */
export declare const findBrowser: (binary: string) => string | undefined;
