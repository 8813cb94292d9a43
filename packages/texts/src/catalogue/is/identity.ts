import { company } from '../../company.ts';

/** The sign-in pages. */
export const identity = {
  auth: {
    title: 'Innskráning',
    lead: 'á Mínar síður',
    submit: 'Skrá mig inn',
    ssn: 'Kennitala',
    ssnHint: 'Með eða án bandstriks',
    password: 'Lykilorð',
    showPassword: 'Sýna lykilorð',
    hidePassword: 'Fela lykilorð',
    wrongCredentials: 'Kennitala og lykilorð passa ekki saman. Athugaðu hvort tveggja.',
    employee: 'Innskráning starfsfólks',
    pageTitle: 'Innskráning á Mínar síður',
    ssnMissing: 'Skráðu kennitöluna þína',
    ssnShape: 'Kennitalan er tíu tölustafir. Athugaðu hvort einhvern vantar.',
    passwordMissing: 'Skráðu lykilorðið þitt',
    username: 'Notandanafn',
    usernameMissing: 'Skráðu notandanafnið þitt',
    wrongEmployee: 'Notandanafn og lykilorð passa ekki saman. Athugaðu hvort tveggja.',
    errorSummary: 'Laga þarf eftirfarandi',
    interactionGone: 'Innskráningin er útrunnin eða henni lokið. Byrjaðu aftur af síðunni sem þú varst á.',
    requestRefused:
      'Ekki er hægt að skrá inn með þessari beiðni. Hafðu samband við þann sem rekur vefinn sem þú komst af.',
    logoutRefused: 'Ekki er hægt að fara á þessa slóð eftir útskráningu. Innskráningin þín er óbreytt.',
    backToSite: 'Aftur á vef Hafnar',
    waits: 'Eftir fimm rangar tilraunir þarf að bíða í allt að 15\u00a0mínútur fyrir þá næstu.',
    notAnswering: 'Innskráningin svarar ekki',
    requestFault: 'Innskráning ekki möguleg',
    pageMissing: 'Síðan fannst ekki',
    pageMissingText: 'Hér er aðeins innskráning. Byrjaðu á vef Hafnar.',
    consentTitle: '{client} óskar eftir aðgangi',
    consentText: 'Ef þú leyfir það fær {client} að sjá:',
    consentName: 'nafnið þitt',
    consentEmail: 'netfangið þitt',
    consentApi: 'tryggingarnar þínar og önnur gögn á Mínum síðum',
    'consentOffline.one':
      'Aðgangurinn helst þótt þú lokir vafranum, þar til þú skráir þig út, í mesta lagi {n} dag.',
    'consentOffline.other':
      'Aðgangurinn helst þótt þú lokir vafranum, þar til þú skráir þig út, í mesta lagi {n} daga.',
    consentAllow: 'Leyfa aðgang',
    consentDeny: 'Hafna',
  },
} as const;
