import type { Html } from './html.ts'

/** Returns the text of HTML whose values are all present. */
export const textOfHtml = (part: Html): string => (part as string).toString()
