/** Parses a whole number of up to nine digits. @throws Error that names the option */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${option} must be a whole number, not "${text}"`)
}
