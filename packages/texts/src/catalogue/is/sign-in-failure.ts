import { company } from '../../company.ts';

/** Why a sign-in failed, for customers and staff. */
export const signInFailure = {
  signInFailure: {
    clockFast:
      'Klukkan í tækinu er {difference} of fljót og þess vegna er ekki hægt að staðfesta innskráninguna. Stilltu klukkuna og reyndu aftur.',
    clockSlow:
      'Klukkan í tækinu er {difference} of sein og þess vegna er ekki hægt að staðfesta innskráninguna. Stilltu klukkuna og reyndu aftur.',
    'minutes.one': '{n} mínútu',
    'minutes.other': '{n} mínútum',
    'hours.one': '{n} klukkustund',
    'hours.other': '{n} klukkustundum',
    'days.one': '{n} degi',
    'days.other': '{n} dögum',
    refused: `Innskráningin stóðst ekki athugun. Reyndu aftur. Ef það dugar ekki skaltu hringja í ${company.phone} og nefna „{code}“.`,
  },
} as const;
