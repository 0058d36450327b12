import type { MailWords } from '../words.ts'

/** Letters written from right to left, and characters that change the direction of what follows. */
const TURNING = /[\u0590-\u08FF\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * Returns the values of a sentence, each in an isolate (Unicode, UAX 9) where its direction can differ from that of the
 * sentence. A mark at its end then stays at its end. Not for headers, which allow no such characters.
 */
export const isolated = <T extends Record<string, string>>(values: T, { dir }: MailWords): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      dir === 'rtl' || TURNING.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  ) as T
