import { html, type Html } from '../html.ts'
import { FORM_TOKEN, formTokenField } from './form-token.ts'
import { returnPath } from '../../lib/http/return-path.ts'

/** A write that its person began before signing in: the path of its form, and its texts. */
export type BegunWrite = { to: string; fields: Record<string, string> }

/** Fields of the forms of posts, comments, votes and subscriptions. */
const FIELDS = ['vote', 'subscribe', 'body', 'parent', 'title', 'description', 'bucket', 'anyway'] as const
/** Paths of those forms. */
const WRITE =
  /^(\/@[\w-]+)?\/(new|changelog\/subscription|p\/[^/?#]+\/(vote|comments|subscription))(\?lang=[\w-]+)?$/
/** Fields of the pages that sign in, which are sent to the form of the write with it. */
const SIGN_IN_FIELDS: ReadonlySet<string> = new Set(['to', 'email', 'code', 'token', 'with', 'password'])

/** Returns the write of a form's fields. Null unless it is sent to the path of one. */
export function begunWrite(to: unknown, sent: Record<string, unknown>): BegunWrite | null {
  const path = returnPath(to, '')
  if (!WRITE.test(path)) return null
  const fields: BegunWrite['fields'] = {}
  for (const name of [FORM_TOKEN, ...FIELDS]) {
    const value = sent[name]
    if (typeof value === 'string') fields[name] = value
  }
  return { to: path, fields }
}

/** Returns the hidden fields of a write, with a secret that makes it one write. Nothing without a write. */
export function begunFields(begun: BegunWrite | null): Html | '' {
  if (!begun) return ''
  const { [FORM_TOKEN]: _token, ...texts } = begun.fields
  return html`${formTokenField({ draft: { problem: null, fields: begun.fields } })}${Object.entries({
    to: begun.to,
    ...texts,
  }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`
}

/** Returns the fields of a write without those of the pages that sign in. */
export const withoutSignIn = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !SIGN_IN_FIELDS.has(name)))
