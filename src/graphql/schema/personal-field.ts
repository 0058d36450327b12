/**
 * Options of a field whose value depends on the person who selects it, even within the team. Subscriptions that
 * select one are not shared between people.
 */
export const PERSONAL_FIELD = { extensions: { isPersonal: true } } as const
