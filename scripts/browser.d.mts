/** Path of a Chromium, found or fetched as `npm test` does it. `binary` is the product's Node. */
export declare const findBrowser: (binary: string) => string | undefined;

/** Path of Chromium's headless shell, found or fetched, for the browser tests. */
export declare const findHeadlessShell: () => string | undefined;

/** Path of a Firefox, found or fetched, for the smoke journeys. */
export declare const findFirefox: (binary: string) => string | undefined;

/** Path of Playwright's WebKit or of WebKitGTK's driver, found or fetched, for the smoke journeys. */
export declare const findWebKit: (binary: string) => string | undefined;
