/** Path of Chromium, found or installed. `binary` is the product's Node. */
export declare const findBrowser: (binary: string) => string | undefined;

/** Path of Chromium's headless shell, found or installed, for the browser tests. */
export declare const findHeadlessShell: () => string | undefined;

/** Path of Firefox, found or installed, for the smoke tests. */
export declare const findFirefox: (binary: string) => string | undefined;

/** Path of Playwright's WebKit or of WebKitGTK's driver, found or installed, for the smoke tests. */
export declare const findWebKit: (binary: string) => string | undefined;
