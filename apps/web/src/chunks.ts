/** Chunks that are loaded by name: see `engine/chunks.ts`. Every template is a chunk too. */
export const chunkSources = {
  'engine/navigation-chunk': 'engine/navigation-chunk.ts',
  'entry.portal': 'entry.portal.tsx',
  'search/live': 'search/live.ts',
  'shell/help': 'shell/help.ts',
  'shell/ModalPage': 'shell/ModalPage.tsx',
  'shell/older-browsers': 'shell/older-browsers.ts',
  'shell/outbound': 'shell/outbound.ts',
  'shell/PublicFrame': 'shell/PublicFrame.ts',
  'shell/StaffFrame': 'shell/StaffFrame.tsx',
  'site/Company': 'site/Company.tsx',
} as const;

declare module './engine/chunks.ts' {
  interface Chunks {
    'engine/navigation-chunk': typeof import('./engine/navigation-chunk.ts');
    'entry.portal': typeof import('./entry.portal.tsx');
    'search/live': typeof import('./search/live.ts');
    'shell/help': typeof import('./shell/help.ts');
    'shell/ModalPage': typeof import('./shell/ModalPage.tsx');
    'shell/older-browsers': typeof import('./shell/older-browsers.ts');
    'shell/outbound': typeof import('./shell/outbound.ts');
    'shell/PublicFrame': typeof import('./shell/PublicFrame.ts');
    'shell/StaffFrame': typeof import('./shell/StaffFrame.tsx');
    'site/Company': typeof import('./site/Company.tsx');
  }
}
