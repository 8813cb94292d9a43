/** Drafts of what staff write about a case. */
export const drafts = {
  drafts: {
    saved: 'Drög vistuð kl.\u00a0{time}',
    saving: 'Vista drög',
    failed: 'Drögin eru ekki vistuð',
    failedText: 'Það sem þú skrifaðir er enn hér. Afritaðu textann ef þessi skilaboð hverfa ekki.',
    conflict: 'Þú hefur líka skrifað hér í öðrum glugga eða á öðru tæki',
    conflictText:
      'Sá texti var vistaður {time} og sést hér að neðan. Ekkert hefur glatast. Með hvorum viltu halda áfram?',
    takeNewer: 'Halda áfram með þann texta',
    keepMine: 'Halda því sem er á þessum skjá',
    unsent: 'Það sem þú skrifaðir og sendir ekki',
    copy: 'Afrita',
    copied: 'Textinn er afritaður.',
    copyFailed: 'Vafrinn leyfði ekki afritun. Veldu textann og afritaðu hann.',
    discard: 'Henda',
    changed: 'Þetta hefur breyst á meðan',
  },
} as const;
