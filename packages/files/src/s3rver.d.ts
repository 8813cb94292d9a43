declare module 's3rver' {
  /** A server that speaks S3 and keeps its buckets in a folder. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: Array<{ name: string; configs: string[] }>;
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
