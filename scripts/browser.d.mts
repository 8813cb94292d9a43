/** Path of a Chromium, found or fetched as `npm test` does it. `binary` is the product's Node. */
export declare const findBrowser: (binary: string) => string | undefined;

/** Path of Chromium's headless shell, found or fetched, for the browser tests. */
export declare const findHeadlessShell: () => string | undefined;
