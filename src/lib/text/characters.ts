/** Characters without a shape: white space, fillers and what is drawn as nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu

/** Whether a text has no visible character. */
export const isBlankText = (text: string): boolean => text.replace(INVISIBLE, '') === ''

/** Returns the number of characters of a text, which are Unicode code points, as PostgreSQL and JSON Schema count. */
export const characterCount = (text: string): number => [...text].length

/** Whether a text has more characters than `max`. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || characterCount(text) > max)

/** Returns the first `max` characters of a text. */
export const firstCharacters = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('')
