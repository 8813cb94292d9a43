// Header and footer as one chunk: see `public-frame.ts` for when it is loaded.
export { PublicFooter as footer } from './PublicFooter.tsx';
export { PublicHeader as header } from './PublicHeader.tsx';
