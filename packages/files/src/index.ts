export { openFolderStore } from './folder.ts';
export { openS3Store, type S3Options } from './s3.ts';
export { FileFault, type FileStore, type Note, type Range, type StoredFile } from './store.ts';
