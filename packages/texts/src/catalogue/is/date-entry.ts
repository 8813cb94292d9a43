/** Words of a date that is typed part by part; they come with the field. */
export const dateEntry = {
  dateEntry: {
    day: 'Dagur',
    month: 'Mánuður',
    year: 'Ár',
    example: 'Til dæmis {date}',
    dayMissing: 'Daginn vantar',
    monthMissing: 'Mánuðinn vantar',
    yearMissing: 'Árið vantar',
    dayRange: 'Dagurinn þarf að vera á bilinu 1 til 31',
    monthRange: 'Mánuðurinn þarf að vera á bilinu 1 til 12',
    yearRange: 'Skrifaðu árið með fjórum tölustöfum, til dæmis 2026',
    dayLength: 'Í {month} eru aðeins {days} dagar',
    open: 'Opna dagatal: {label}',
    calendar: 'Veldu dag',
    previousMonth: 'Fyrri mánuður',
    nextMonth: 'Næsti mánuður',
    close: 'Loka',
    calendarFailed: 'Ekki tókst að opna dagatalið. Skrifaðu daginn í reitina.',
  },
} as const;
