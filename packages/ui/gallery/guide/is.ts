/** When a part is for what one has, and what is used instead when it is not. */
export type Advice = { use: string; avoid: string };

/** Icelandic advice by part; English has the same keys. */
export const is = {
  Stack: {
    use: 'Efni hvert undir öðru með jöfnu bili: málsgreinar, reitir, línur.',
    avoid: 'Ekki fyrir hluti hlið við hlið (Row, Grid) og ekki til að breikka bil á einum stað.',
  },
  Row: {
    use: 'Hnappar, merki eða stuttar upplýsingar hlið við hlið; fer í næstu línu þegar rýmið þrýtur.',
    avoid: 'Ekki fyrir jafnbreiða dálka (Grid) eða aðgerðir sem örvalyklar eiga að ganga á milli (Toolbar).',
  },
  Columns: {
    use: 'Meginefni og það sem fylgir því: verð, staðreyndir, næstu skref.',
    avoid: 'Ekki fyrir tvo jafna hluta (Grid) og ekki þegar hliðarefnið er tómt á flestum síðum.',
  },
  Grid: {
    use: 'Spjöld, reitir eða tölur sem eru jafnar að gildi; eins margar í línu og rúmast.',
    avoid: 'Ekki fyrir það sem lesið er þvert, lína fyrir línu: það er tafla.',
  },
  Card: {
    use: 'Það sem hægt er að taka upp í heilu lagi: tjón, greiðsla, tilboð. Fyllt spjald fylgir öðru efni.',
    avoid:
      'Ekki utan um hluta síðu (Section), ekki spjald í spjaldi og ekki fyrir staðreyndir einar (DescriptionList).',
  },
  Toolbar: {
    use: 'Aðgerðir á lista eða skjali, margar saman: eitt Tab-stopp, örvalyklar á milli.',
    avoid: 'Ekki fyrir hnappa eyðublaðs eða tvo til þrjá stakra aðgerða (Row).',
  },
  Section: {
    use: 'Hluti síðu með fyrirsögn, sem skjálesarar geta stokkið á.',
    avoid: 'Ekki fyrir hvert spjald í lista: of mörg kennileiti hjálpa engum.',
  },
  Illustration: {
    use: 'Sýnir það sem síðan fjallar um, eða það sem kemur á tóman stað. Hver mynd einu sinni á síðu.',
    avoid: 'Ekki til skrauts við lista eða töflur, og ekki fyrir aðgerðir (Icon).',
  },
} satisfies Record<string, Advice>;

export type Guide = Record<keyof typeof is, Advice>;
