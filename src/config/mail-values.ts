import * as v from 'valibot'
import { normalizeEmail } from '../lib/text/email.ts'
import { MAX_LOCAL_PART } from '../mail/envelope-tag.ts'
import { valid } from './values.ts'

/** Address to which tags are added. */
export const taggable = () =>
  v.pipe(
    valid(
      (text) => normalizeEmail(text) !== null && text.indexOf('@') <= MAX_LOCAL_PART && !text.includes('+'),
      ({ input }) =>
        `must be an address with at most ${MAX_LOCAL_PART} characters before @ and no +, not "${input}"`,
    ),
    v.transform((text) => normalizeEmail(text) ?? text),
  )
