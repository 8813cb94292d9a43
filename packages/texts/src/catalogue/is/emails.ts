/** E-mails to customers, by what they are. A paragraph ends at an empty line. */
export const emails = {
  email: {
    greeting: 'Góðan dag, {firstName}.',
    greetingWithoutName: 'Góðan dag.',
    closing: 'Kveðja,\nHöfn tryggingar',
    footer:
      'Höfn tryggingar hf., Hafnarbakka 1, 101 Reykjavík. Sími 560\u00a05000. Við biðjum aldrei um lykilorð eða kortanúmer í tölvupósti.',
  },
  policyOverviewEmail: {
    subject: 'Yfirlit yfir tryggingar',
    preheader: 'Yfirlitið er í viðhengi.',
    body: 'Yfirlitið sem þú baðst um er í viðhengi. Það sýnir stöðuna {date}.',
    button: 'Skoða á Mínum síðum',
  },
  policyEmail: {
    subject: 'Skírteini: {policy}',
    preheader: 'Skírteinið er í viðhengi.',
    body: 'Skírteinið sem þú baðst um er í viðhengi: {policy}, tryggingarnúmer {number}. Það sýnir stöðuna {date}.',
    button: 'Skoða á Mínum síðum',
  },
  travelEmail: {
    preheader: 'Staðfestingin er í viðhengi.',
    body: 'Staðfestingin á ferðatryggingu sem þú baðst um er í viðhengi. Prentaðu hana eða geymdu í símanum.',
    button: 'Skoða á Mínum síðum',
  },
  transactionOverviewEmail: {
    subject: 'Hreyfingayfirlit',
    preheader: 'Yfirlitið er í viðhengi.',
    body: 'Hreyfingayfirlitið sem þú baðst um er í viðhengi. Það sýnir stöðuna {date}.',
    button: 'Skoða á Mínum síðum',
  },
} as const;
