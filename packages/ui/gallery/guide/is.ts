/** When a part is for what one has, and when another is. */
export type Advice = { use: string; avoid: string };

/** Icelandic advice by part; English has the same keys. */
export const is = {
  Stack: {
    use: 'Efni hvert undir öðru með jöfnu bili: málsgreinar, reitir, línur.',
    avoid: 'Hlutir hlið við hlið (Row, Grid), eða ef breikka á bil á einum stað.',
  },
  Row: {
    use: 'Hnappar, merki eða stuttar upplýsingar hlið við hlið; fer í næstu línu þegar rýmið þrýtur.',
    avoid: 'Jafnbreiðir dálkar (Grid), eða aðgerðir sem örvalyklar eiga að ganga á milli (Toolbar).',
  },
  Columns: {
    use: 'Meginefni og það sem fylgir því: verð, staðreyndir, næstu skref.',
    avoid: 'Tveir jafnir hlutar (Grid), eða hliðarefni sem er tómt á flestum síðum.',
  },
  Grid: {
    use: 'Spjöld, reitir eða tölur sem eru jafnar að gildi; eins margar í línu og rúmast.',
    avoid: 'Það sem lesið er þvert, línu fyrir línu: það er tafla.',
  },
  Card: {
    use: 'Það sem hægt er að taka upp í heilu lagi: tjón, greiðsla, tilboð. Fyllt spjald fylgir öðru efni.',
    avoid: 'Utan um hluta síðu (Section), spjald í spjaldi, eða staðreyndir einar (DescriptionList).',
  },
  Toolbar: {
    use: 'Margar aðgerðir á lista eða skjali: eitt Tab-stopp, örvalyklar á milli.',
    avoid: 'Hnappar eyðublaðs, eða tvær til þrjár stakar aðgerðir (Row).',
  },
  Section: {
    use: 'Hluti síðu með fyrirsögn, sem skjálesarar geta stokkið á.',
    avoid: 'Hvert spjald í lista: of mörg kennileiti hjálpa engum.',
  },
  Button: {
    use: 'Aðgerð: senda, vista, eyða. Einn aðalhnappur á hverjum skjá.',
    avoid: 'Leið á aðra síðu: það er tengill, sem má líta út eins og hnappur.',
  },
  IconButton: {
    use: 'Alþekkt aðgerð í þröngu rými: loka, prenta, eyða.',
    avoid: 'Aðgerð sem táknið eitt skýrir ekki; þá er Button með orðum.',
  },
  Menu: {
    use: 'Þrjár eða fleiri aðgerðir sem sjaldan eru notaðar.',
    avoid: 'Aðalaðgerðin, ein aðgerð (Button), eða val á gildi (SelectField).',
  },
  Dialog: {
    use: 'Spurning eða stutt verk sem verður að ljúka áður en haldið er áfram.',
    avoid: 'Skilaboð sem ekkert þarf að gera við (Toast), eða langt eyðublað: það er síða.',
  },
  Toast: {
    use: 'Staðfesting á aðgerð sem tókst, eða mistókst án þess að nokkuð tapaðist.',
    avoid: 'Villa sem notandi þarf að bregðast við (Alert), eða texti sem þarf að lesa.',
  },
  Toasts: {
    use: 'Einu sinni á hverri síðu, utan um skilaboðin, svo að skjálesarar lesi þau.',
    avoid: 'Utan um annað en Toast.',
  },
  Alert: {
    use: 'Það sem skiptir máli fyrir síðuna alla eða eyðublaðið: villa, viðvörun, árangur.',
    avoid: 'Villa í einum reit (hún á heima við reitinn), eða staða í lista (Tag).',
  },
  Notification: {
    use: 'Tilkynning til allra á öllum skjáum, þar til henni er lokað.',
    avoid: 'Það sem varðar aðeins einn skjá (Alert).',
  },
  StatusRegion: {
    use: 'Utan um skilaboð sem birtast síðar, svo að skjálesarar lesi þau.',
    avoid: 'Efni sem er á síðunni frá upphafi.',
  },
  Tag: {
    use: 'Staða eins hlutar: tákn og orð. Án grunns (isSubtle) fyrir algengustu stöðuna.',
    avoid: 'Það sem smellt er á, eða flokkur án stöðu.',
  },
  TextField: {
    use: 'Stuttur texti: nafn, netfang.',
    avoid: 'Tala með sniði (MoneyField, KennitalaField), eða fleiri en ein lína (TextArea).',
  },
  SearchField: {
    use: 'Leit í lista eða á vefnum.',
    avoid: 'Val úr fáum kostum (SelectField).',
  },
  SelectField: {
    use: 'Eitt af fimm til tuttugu, þegar kostirnir eru kunnuglegir.',
    avoid: 'Færri en fimm (RadioGroup), eða svo margir að leita þarf.',
  },
  TextArea: {
    use: 'Frásögn eða skýring í nokkrum línum.',
    avoid: 'Svar í einni línu (TextField).',
  },
  PasswordField: {
    use: 'Lykilorð, sem hægt er að sjá.',
    avoid: 'Kóði í textaskilaboðum: hann er ekki leyndarmál lengi (TextField).',
  },
  KennitalaField: {
    use: 'Kennitala einstaklings eða fyrirtækis.',
    avoid: 'Aðrar tölur; bil og bandstrik breytast hér.',
  },
  PhoneField: {
    use: 'Íslenskt símanúmer.',
    avoid: 'Erlent númer: það heldur sínu sniði í TextField.',
  },
  MoneyField: {
    use: 'Fjárhæð í heilum krónum.',
    avoid: 'Fjöldi eða hlutfall (TextField með einingu).',
  },
  BankAccountField: {
    use: 'Íslenskur reikningur í þremur hlutum; líma má hann í heilu lagi.',
    avoid: 'Kortanúmer eða IBAN.',
  },
  DateField: {
    use: 'Dagsetning sem notandi man: fæðingardagur, tjónsdagur.',
    avoid: 'Dagur sem velja þarf eftir vikudegi án þess að hafa dagatal með.',
  },
  RadioGroup: {
    use: 'Eitt af fáum; allir kostir sjást.',
    avoid: 'Fleiri en sjö (SelectField), eða já og nei sem gildir strax (Switch).',
  },
  CheckboxGroup: {
    use: 'Eitt, ekkert eða fleiri af fáum.',
    avoid: 'Eitt af nokkrum (RadioGroup).',
  },
  Checkbox: {
    use: 'Já eða nei sem er sent með eyðublaði.',
    avoid: 'Stilling sem gildir strax (Switch).',
  },
  Switch: {
    use: 'Stilling sem gildir um leið og henni er breytt.',
    avoid: 'Samþykki í eyðublaði (Checkbox).',
  },
  FileField: {
    use: 'Myndir og skjöl sem fylgja máli; staða hverrar skrár sést.',
    avoid: 'Mynd af notanda, sem er klippt til: hún er með eigin skjá.',
  },
  ErrorSummary: {
    use: 'Efst í eyðublaði eftir sendingu, þegar laga þarf reiti.',
    avoid: 'Bilun í þjónustu (Alert), eða meðan enn er skrifað.',
  },
  Steps: {
    use: 'Eyðublað í þremur til sex skrefum.',
    avoid: 'Gangur máls sem aðrir vinna (Timeline).',
  },
  KeyFigures: {
    use: 'Tvær til fjórar tölur sem svara spurningu skjásins.',
    avoid: 'Fleiri tölur (Table) eða tölur án svars.',
  },
  KeyFigure: {
    use: 'Ein talan; skýring kemur í stað tölu sem er ekki til.',
    avoid: 'Utan KeyFigures.',
  },
  PriceBox: {
    use: 'Verð með hlutum sínum og gildistíma.',
    avoid: 'Greiðsla sem er komin í gjalddaga (KeyFigures).',
  },
  DataScreen: {
    use: 'Gögn sem eru sótt: fjögur ástönd þess á einum stað.',
    avoid: 'Efni sem fylgir síðunni.',
  },
  DelayedLoading: {
    use: 'Bið sem getur verið stutt: ekkert sést fyrstu 300 ms.',
    avoid: 'Hnappur sem sendir (Button með isLoading).',
  },
  Skeleton: {
    use: 'Lögun efnisins meðan það er sótt.',
    avoid: 'Bið án þekktrar lögunar (Progress).',
  },
  Progress: {
    use: 'Hve langt er komið, eða að eitthvað sé í gangi.',
    avoid: 'Skref notanda (Steps).',
  },
  EmptyState: {
    use: 'Ekkert er til: hvað verður hér og hvað má gera næst.',
    avoid: 'Leit sem fann ekkert í löngum lista: þá dugar ein setning.',
  },
  ErrorState: {
    use: 'Gögnin fengust ekki: hvers vegna, er allt óhætt, og símanúmer.',
    avoid: 'Aðgerð sem mistókst á skjá sem er í lagi (Alert).',
  },
  PageHead: {
    use: 'Efst á hverjum skjá: fyrirsögn, ein lína og aðgerðir.',
    avoid: 'Fyrirsögn hluta (Section).',
  },
  PageHeadFrame: {
    use: 'Skjár sem sækir gögn: fyrirsögnin helst meðan þau berast.',
    avoid: 'Skjár sem hefur allt frá upphafi (PageHead).',
  },
  PageHeadParts: {
    use: 'Það sem gögnin bæta við hausinn.',
    avoid: 'Utan PageHeadFrame.',
  },
  Breadcrumbs: {
    use: 'Síður sem liggja dýpra en eitt þrep.',
    avoid: 'Í glugga, eða á forsíðu.',
  },
  Pagination: {
    use: 'Listi sem er lengri en fimmtíu línur.',
    avoid: 'Styttri listi: sýndu hann allan.',
  },
  Timeline: {
    use: 'Gangur máls: lokið, núna, næst, með degi og nafni.',
    avoid: 'Skref í eyðublaði (Steps), eða færslur á reikningi (Table).',
  },
  Table: {
    use: 'Það sem er borið saman í dálkum.',
    avoid: 'Staðreyndir um einn hlut (DescriptionList).',
  },
  Tabs: {
    use: 'Tvær til fjórar sneiðar af sama efni, ein í einu.',
    avoid: 'Efni sem þarf að bera saman, eða skref í röð.',
  },
  BarChart: {
    use: 'Fáar upphæðir sem bornar eru saman, með töflu sinni.',
    avoid: 'Þróun milli ára (YearChart), eða ein tala.',
  },
  YearChart: {
    use: 'Þróun milli ára.',
    avoid: 'Flokkar án röðar (BarChart).',
  },
  DescriptionList: {
    use: 'Heiti og gildi um einn hlut.',
    avoid: 'Fleiri en einn hlutur (Table).',
  },
  Disclosure: {
    use: 'Skýring sem fáir þurfa, svör við spurningum.',
    avoid: 'Það sem allir þurfa að lesa.',
  },
  Illustration: {
    use: 'Sýnir það sem síðan fjallar um, eða það sem kemur á tóman stað. Hver mynd einu sinni á síðu.',
    avoid: 'Ekki til skrauts við lista eða töflur, og ekki fyrir aðgerðir (Icon).',
  },
} satisfies Record<string, Advice>;

export type Guide = Record<keyof typeof is, Advice>;
