import type { AppRow } from '../apps/find-app.ts'

/**
 * Least seconds of the window of a public client. Two processes of one person share its tokens, and a computer sleeps
 * between a request and its answer.
 */
const PUBLIC_WINDOW = 600

/** Returns the seconds in which the just replaced refresh token of an app returns the same new pair again. */
export const refreshWindowOf = ({ kind }: Pick<AppRow, 'kind'>, registered: number): number =>
  kind === 'registered' ? registered : Math.max(PUBLIC_WINDOW, registered)
