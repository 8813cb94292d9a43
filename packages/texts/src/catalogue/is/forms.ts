/** What the service says of forms that visitors send: receipts by e-mail, and why an answer was refused. */
export const forms = {
  formSubject: {
    business: 'Beiðni um tilboð í fyrirtækjatryggingar',
    okuvisir: 'Skráning í Ökuvísi',
    childinsurance: 'Umsókn um barnatryggingu',
    forvarnarsignup: 'Staðfestu áskrift að forvarnaráðum',
    forvarnarsignout: 'Þú ert ekki lengur á póstlistanum',
    appointmentRequest: 'Tímapöntun móttekin',
    lottery: 'Þú ert með í jólaleiknum',
    other: 'Erindið er komið til okkar',
    safetyproduct: 'Ábendingin er komin til okkar',
    conferencesignup: 'Skráning á forvarnaráðstefnu',
    salespromotion: 'Vetrartilboð Hafnar',
    opportunity: 'Beiðni um verð eða símtal',
    opportunityV2: 'Beiðni um tilboð',
    communication: 'Við höfum tekið við erindi þínu',
    inquiry: 'Fyrirspurnin er komin til okkar',
    salesforceCase: 'Gögnin þín eru komin til skila',
    dataGateway: 'Gögnin eru komin til skila',
  },
  formBody: {
    business:
      'Við höfum tekið við beiðni þinni um tilboð. Fyrirtækjaráðgjafi hefur samband innan tveggja virkra daga.',
    okuvisir:
      'Við höfum tekið við skráningu bílsins í Ökuvísi. Við sendum þér slóð á appið og lítinn kubb í bílinn á næstu dögum. Þú getur hætt við án kostnaðar fyrstu 14 dagana.',
    childinsurance:
      'Við höfum tekið við umsókn þinni um barnatryggingu. Við svörum innan fimm virkra daga og þá undirritar þú umsóknina með rafrænum skilríkjum. Tryggingin tekur gildi þegar við höfum samþykkt hana skriflega.',
    forvarnarsignup: 'Staðfestu áskriftina með hnappinum hér fyrir neðan innan sjö daga.',
    forvarnarsignout:
      'Netfangið þitt hefur verið tekið af lista yfir þá sem fá forvarnaráð. Þú getur skráð þig aftur á vefnum hvenær sem er.',
    appointmentRequest:
      'Við höfum tekið við pöntun þinni á tíma hjá ráðgjafa. Þú færð annan póst þegar tíminn hefur verið staðfestur.',
    lottery:
      'Skráningin í jólaleikinn er komin til skila. Dregið er 23.\u00a0desember og við hringjum í vinningshafa.',
    other: 'Erindið þitt er komið til okkar. Við svörum í tölvupósti eins fljótt og við getum.',
    safetyproduct:
      'Takk fyrir ábendinguna. Forvarnateymið skoðar vöruna og lætur þig vita hvað kemur út úr því.',
    conferencesignup:
      'Þú ert á lista yfir þátttakendur á forvarnaráðstefnu Hafnar 11.\u00a0mars 2027. Dagskráin berst viku áður. Ef þú kemst ekki skaltu láta okkur vita.',
    salespromotion: 'Þú ert á skrá fyrir vetrartilboðið. Ráðgjafi hefur samband innan þriggja virkra daga.',
    opportunity:
      'Við höfum tekið við beiðni þinni. Ráðgjafi svarar innan tveggja virkra daga, í síma hafir þú beðið um símtal.',
    opportunityV2:
      'Við höfum tekið við beiðni þinni um tilboð. Þú færð það í tölvupósti innan tveggja virkra daga.',
    communication:
      'Takk fyrir að láta okkur vita. Ef þú sendir kvörtun svörum við skriflega innan þriggja vikna. Á vefnum okkar segir hvert hægt er að leita ef niðurstaðan er ekki viðunandi.',
    inquiry: 'Fyrirspurnin þín er komin til okkar. Ráðgjafi svarar þér í tölvupósti, oftast næsta virka dag.',
    salesforceCase: 'Gögnin sem þú sendir eru komin til okkar. Við höfum samband ef eitthvað vantar.',
    dataGateway: 'Gögnin sem þú sendir um gagnagáttina eru komin til okkar.',
  },
  formReceipt: {
    reference: 'Tilvísunarnúmer: {reference}',
    question: 'Þú skrifaðir:\n{question}',
    unclear:
      'Ef eitthvað er óljóst skaltu skrifa okkur á {address} eða hringja í 560\u00a05000. Svör við þessum pósti berast okkur ekki.',
    unclearOrReply:
      'Ef eitthvað er óljóst geturðu svarað þessum tölvupósti, skrifað okkur á {address} eða hringt í 560\u00a05000.',
    notYou: 'Ef þú baðst ekki um þetta þarftu ekkert að gera.',
    confirm: 'Staðfesta áskriftina',
  },
  formFault: {
    minLength: 'Hér eiga að vera að minnsta kosti {min} stafir',
    phone: 'Skráðu sjö stafa íslenskt símanúmer, með eða án 354',
    plate: 'Hér á að vera bílnúmer: tveir til sex bókstafir eða tölustafir',
    postalCode: 'Hér á að vera póstnúmer, þrír tölustafir',
    url: 'Slóðin á að byrja á https:// eða www.',
    range: 'Skráðu heila tölu innan þeirra marka sem hér gilda',
    choice: 'Þetta svar er ekki í boði. Veldu annað.',
    money: 'Hér á að vera fjárhæð í heilum krónum',
    dayRange: 'Þessi dagur kemur ekki til greina. Veldu annan.',
    workingDay: 'Veldu virkan dag',
    notCompany: 'Þetta er kennitala einstaklings. Skráðu kennitölu fyrirtækisins.',
    notPerson: 'Þetta er kennitala fyrirtækis. Skráðu kennitölu einstaklings.',
    age: 'Aldurinn er utan þeirra marka sem hér gilda',
    duplicate: 'Þetta er þegar á listanum',
    mostRows: 'Hámarkið er {max}. Fjarlægðu það sem er umfram.',
    leaveEmpty: 'Láttu þennan reit vera auðan',
    takesPart: 'Þú hefur þegar tekið þátt. Gangi þér vel!',
    lotteryNotOpen: 'Leikurinn hefst 1.\u00a0desember',
    lotteryOver: 'Leiknum er lokið. Takk fyrir þátttökuna.',
    multipart: 'Ekki tókst að lesa formið. Það á að vera multipart/form-data með textum einum.',
  },
};
