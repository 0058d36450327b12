import { assertSame, assertThat, Difference, formatValue } from './check.ts'
import type { Answer, Body } from './client.ts'

/** Texts that no error contains (contract 2.7). */
const INTERNAL =
  /\bselect\b.+\bfrom\b|\binsert into\b|\bat .+:\d+:\d+\b|\/(src|app|home|usr|node_modules)\/|\.ts:\d+/i

/** Reports a difference unless a request was refused with a status and, if given, one of the error codes. */
export function assertRefused(answer: Answer, status: number | readonly number[], ...codes: string[]): void {
  const request = `${answer.method} ${answer.path}`
  const statuses = typeof status === 'number' ? [status] : status
  if (!statuses.includes(answer.status))
    throw new Difference(
      `${request}: expected ${statuses.join(' or ')}, got ${answer.status} ${formatValue(answer.body ?? answer.text)}`,
    )
  const problem = errorProblem(answer)
  assertThat(problem === null, `${request}: ${problem}`)
  if (codes.length > 0 && !codes.includes(answer.body.error as string))
    assertSame(`${request}, error`, answer.body.error, codes.join(' or '))
}

/** Reports a difference unless the errors of a refusal name exactly one field, which its message names in quotes. */
export function assertField({ method, path, body }: Answer, field: string): void {
  assertSame(`${method} ${path}, fields of errors`, Object.keys((body?.errors ?? {}) as object), [field])
  const message = String(body.message)
  const isNamed = message.startsWith(`"${field}" `) || FIXED_MESSAGES.has(message)
  assertThat(isNamed, `${method} ${path}: the message does not start with "${field}": ${message}`)
}

/** Messages without quotes, which existing clients expect (contract 2.6). */
const FIXED_MESSAGES = new Set(["Title can't be blank", 'Email is invalid'])

/** How the body of a refusal differs from contract 2.6 or 2.8, or null. */
export function errorProblem({ path, status, body }: Answer): string | null {
  if (typeof body !== 'object' || body === null) return 'the body of the refusal is no JSON object'
  if (body.success !== false) return `"success" is ${formatValue(body.success)} in a refusal`
  if (body.status !== status) return `"status" is ${formatValue(body.status)} in a refusal with ${status}`
  if (typeof body.message !== 'string' || body.message === '') return 'the refusal has no "message"'
  if (INTERNAL.test(body.message as string)) return `the message has internals: ${formatValue(body.message)}`
  if (path.startsWith('/oauth/')) return oauthProblem(body)
  if (isScopeRefusal(body)) return null
  if (typeof body.error !== 'string' || !body.error.startsWith('ERROR_CODE_'))
    return `"error" is ${formatValue(body.error)} in a refusal`
  return fieldProblem(body.errors)
}

/** The only refusal without `error` (contract 1.7). */
const isScopeRefusal = (body: Body) =>
  body.status === 403 && String(body.message).startsWith('Missing required OAuth scope: ')

function oauthProblem({ error, error_description, message }: Body): string | null {
  if (typeof error !== 'string' || !/^[a-z_]+$/.test(error)) return `"error" is ${formatValue(error)}`
  if (error_description === String(message).replaceAll('"', "'")) return null
  return `"error_description" is ${formatValue(error_description)} where the message is ${formatValue(message)}`
}

function fieldProblem(errors: Body): string | null {
  if (errors === undefined) return null
  const isList = (list: unknown) =>
    Array.isArray(list) && list.length > 0 && list.every((text) => typeof text === 'string')
  const isObject = typeof errors === 'object' && errors !== null && !Array.isArray(errors)
  return isObject && Object.values(errors as object).every(isList)
    ? null
    : `"errors" is no list of texts by field: ${formatValue(errors)}`
}
