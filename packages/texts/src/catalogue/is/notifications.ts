/** The inbox of notifications. */
export const notifications = {
  notifications: {
    title: 'Tilkynningar',
    lead: 'Hér birtist það sem gerist í málum þínum, líka það sem þú hefur afþakkað í tölvupósti.',
    loading: 'Sæki tilkynningar',
    empty: 'Engar tilkynningar',
    emptyText: 'Við látum þig vita hér þegar eitthvað gerist.',
    list: 'Tilkynningar',
    unread: 'Ólesið',
    markAll: 'Merkja allt sem lesið',
    marking: 'Merki sem lesið',
    markFailed: 'Ekki tókst að merkja tilkynningarnar sem lesnar.',
    'count.one': '{n} ólesin tilkynning',
    'count.other': '{n} ólesnar tilkynningar',
  },
} as const;
