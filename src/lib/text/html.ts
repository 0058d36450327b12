import { html } from 'hono/html'

/** Template tag that escapes every value, so that markup in a name stays text. */
export { html }

/** Escaped HTML. */
export type Html = ReturnType<typeof html>

/** Returns the text of HTML whose values are all present. */
export const textOfHtml = (part: Html): string => (part as string).toString()
