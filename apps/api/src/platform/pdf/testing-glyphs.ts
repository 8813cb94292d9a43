import { missingGlyphs } from './missing-glyphs.ts';

// Runs before each test file: a character that documents cannot show fails the test (rule HOLD-23).
missingGlyphs.isFault = true;
