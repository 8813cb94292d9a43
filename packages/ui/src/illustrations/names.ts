/** Drawn people of the claims team, by what they work on; square. */
export const portraitNames = [
  'portraitHome',
  'portraitInspector',
  'portraitMotor',
  'portraitPeople',
  'portraitPhones',
] as const;

/** Every drawing, each in its own file of `drawings`; a test compares them. */
export const illustrationNames = [
  'apartments',
  'bicycle',
  'bill',
  'boat',
  'boxes',
  'cabin',
  'calendar',
  'candles',
  'car',
  'dog',
  'family',
  'folder',
  'harbour',
  'heartRate',
  'horse',
  'house',
  'inbox',
  'inspector',
  'leak',
  'phone',
  'roadside',
  'seaStorm',
  'shop',
  'signing',
  'storm',
  'suitcase',
  'table',
  'travel',
  'umbrella',
  'windscreen',
  'winterTyres',
  ...portraitNames,
] as const;

export type IllustrationName = (typeof illustrationNames)[number];
