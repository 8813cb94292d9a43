import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '@hofn/database';
import { type FileStore, openFolderStore } from '@hofn/files';
import { referencedKeys, referencesTo } from '../platform/content-columns.ts';
import { type ContentFault, eachAtOnce, faultOf } from '../platform/content-faults.ts';
import { readKeys, writeKeys } from './key-list.ts';
import { checkParts, type Manifest, partsOf, readManifest } from './manifest.ts';

export type Faults = Array<{ key: string; fault: ContentFault; references: string[] }>;

/**
 * Reads every content that a row refers to and compares it with its hash. The product may be running: a content whose
 * last row was deleted meanwhile is not a fault.
 */
export const verifyContents = async (
  { db, files }: { db: Db; files: FileStore },
  onProgress: (done: number) => void = () => {},
): Promise<{ checked: number; faults: Faults }> => {
  const suspects: Array<{ key: string; fault: ContentFault }> = [];
  let checked = 0;
  const folder = await mkdtemp(join(tmpdir(), 'hofn-verify-'));
  try {
    const list = join(folder, 'contents.txt');
    // Listed first, so that no transaction stays open while the contents are read.
    await db.transaction((tx) => writeKeys(referencedKeys(tx), list));
    await eachAtOnce(readKeys(list), async (key) => {
      const fault = await faultOf(files, key);
      checked += 1;
      onProgress(checked);
      if (fault) suspects.push({ key, fault });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const faults: Faults = [];
  for (const { key, fault } of suspects) {
    const references = await referencesTo(db, key);
    if (references.length > 0) faults.push({ key, fault, references });
  }
  return { checked, faults };
};

/** Verifies a backup: its dump, its list and each content. @throws BackupFault if it is not a backup, or damaged */
export const verifyBackup = async (
  folder: string,
  onProgress: (done: number) => void = () => {},
): Promise<{ manifest: Manifest; checked: number; faults: Faults }> => {
  const manifest = readManifest(folder);
  await checkParts(folder, manifest);
  const files = openFolderStore(partsOf(folder).files);
  const faults: Faults = [];
  let checked = 0;
  await eachAtOnce(readKeys(partsOf(folder).list), async (key) => {
    const fault = await faultOf(files, key);
    checked += 1;
    onProgress(checked);
    if (fault) faults.push({ key, fault, references: [] });
  });
  return { manifest, checked, faults };
};
