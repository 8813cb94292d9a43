/** What search in the portal knows about its screens: names of tasks, and words that people type. */
export const screens = {
  screens: {
    claimWords:
      'tjón slys óhapp árekstur stolið stuldur þjófnaður innbrot hjól reiðhjól sími bíll rúða vatn leki hálka bruni tilkynna',
    cancel: 'Segja upp eða breyta tryggingu',
    cancelWords: 'segja upp uppsögn segi hætta rifta breyta vernd bæta við fresta',
    cancelAbout: 'Opnaðu trygginguna í yfirlitinu',
    claimsHistory: 'Tjónasöguvottorð',
    claimsHistoryWords: 'tjónasaga tjónleysi saga vottorð bónus',
    claimsWords: 'tjón staða máls bætur',
    paymentsWords: 'reikningur reikningar greiða borga skuld gjalddagi eindagi kvittun greiðslur iðgjald',
    transactionsWords: 'kvittun kvittanir hreyfingar færslur endurgreiðsla reikningur',
    documentsWords: 'reikningur reikningar kvittun skírteini ársyfirlit staðfesting pdf skjal',
    messagesWords: 'skrifa senda fyrirspurn erindi svar svör bréf spyrja spurning skilaboð',
    toSignWords: 'undirrita undirskrift skrifa undir',
    travelWords: 'ferð ferðalag útlönd erlendis vegabréfsáritun visa ferðakort',
    offersWords: 'tilboð verð kaupa',
    benefitsWords: 'afsláttur vildarþrep fríðindi',
    helpWords:
      'bílahjálp vegaaðstoð dekk sprungið rafgeymir start dráttarbíll verkstæði spurningar hjálp hringja',
    generalWords:
      'netfang netfangi tölvupóstfang símanúmer símanúmeri heimilisfang heimilisfangi mynd nafn breyta nýtt flytja flutt flutningur',
    methodWords:
      'greiðsluleið kort kreditkort greiðslukort debetkort banki bankareikningur reikningsnúmer beingreiðsla boðgreiðsla krafa',
    communicationWords: 'tölvupóstur netpóstur markaðsefni samþykki áskrift',
    passwordWords: 'lykilorð gleymt aðgangsorð',
    securityWords: 'innskráning tæki aðgangslykill útskráning',
    accessWords: 'umboð prókúra heimild aðgangur fjölskylda maki bókari veita',
    privacyWords: 'persónuvernd gögnin mín eyða gögnum afrit',
  },
} as const;
