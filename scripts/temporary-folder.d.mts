/** Creates this process's folder for temporary files, in memory if there is room, and removes it when the process exits. */
export declare const createTemporaryFolder: () => string;
