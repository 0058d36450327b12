import { withQuery } from '../addresses.ts'

/** Purpose of a sign-in, such as a vote. */
export type Purpose = 'vote' | 'comment' | 'subscribe' | 'post'

/** Returns the path of the sign-in page of a host in a language, which leads back to a path there. */
export const signInAt = (path: string, lang: string | null, purpose: Purpose | null = null): string =>
  withQuery('/sign-in', { return_to: path, for: purpose, lang })
