/** The number that an option's text stands for, up to nine digits. Throws an Error that names the option. */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${option} must be a whole number, not "${text}"`)
}
