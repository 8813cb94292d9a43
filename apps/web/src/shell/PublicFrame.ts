// Header and footer as one chunk: see `engine/frame.ts` for when it is loaded.
export { PublicFooter } from './PublicFooter.tsx';
export { PublicHeader } from './PublicHeader.tsx';
