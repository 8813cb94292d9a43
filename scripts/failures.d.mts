/** A failed test's file and title, and the first line of its error; empty if there is none. */
type Failure = { title: string; error: string };

export declare const failuresInVitest: (report: object, root: string) => Failure[];
export declare const failuresInPlaywright: (report: object) => Failure[];
export declare const passedOnRetry: (report: object) => string[];
export declare const firstLines: (output: string) => Failure[];
