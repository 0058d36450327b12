import { readFileSync } from 'node:fs'
import { buildSchema, isInputObjectType, isObjectType } from 'graphql'
import { ROOT } from './source-files.ts'

/** Messages that contracts 2 and 3 fix for REST bodies. */
const FIXED = new Set(["Title can't be blank", 'Email is invalid'])

/** Other names of REST parameters, by name. */
export const ALIASES: Record<string, string> = {
  profile_picture_url: 'profile_picture',
  webhook_events: 'granted_webhook_events',
  feature_requests_ids: 'feature_request_ids',
}

/** Names of all arguments and input fields of the schema. */
let inputNames: Set<string> | undefined

/**
 * Asserts that each error of a response about a field is a sentence that starts with the name of the field in
 * quotes, and that a GraphQL error names an input of the schema, or a path of inputs.
 */
export function assertFieldMessages(path: string, body: unknown): void {
  const { errors, message, status } = (body ?? {}) as Body
  if (typeof errors !== 'object' || errors === null || message === undefined) {
    if (path.startsWith('/graphql') && Array.isArray(errors)) (errors as GraphqlError[]).forEach(assertInput)
    return
  }
  if (Number(status) >= 400 && !FIXED.has(message)) assertSentence(message, errors)
}

type Body = { errors?: object | null; message?: string; status?: number }
type GraphqlError = { message: string; extensions?: { errors?: object } }

function assertInput({ message, extensions }: GraphqlError): void {
  if (!extensions?.errors) return
  assertSentence(message, extensions.errors)
  inputNames ??= readInputNames()
  for (const field of Object.keys(extensions.errors))
    if (!field.split('.').every((name) => inputNames?.has(name) || /^\d+$/.test(name)))
      throw new Error(`"${field}" is no input of the schema: ${message}`)
}

function assertSentence(message: string, errors: object): void {
  const [field = ''] = Object.keys(errors)
  const names = [field, ALIASES[field] ?? field]
  if (names.some((name) => message.startsWith(`"${name}" `)) && /[^.][.?!]$/.test(message)) return
  throw new Error(`the message is no sentence about "${field}": ${message}`)
}

function readInputNames(): Set<string> {
  const types = Object.values(buildSchema(readFileSync(`${ROOT}schema.graphql`, 'utf8')).getTypeMap())
  const fields = types.flatMap((type) => (isInputObjectType(type) ? Object.values(type.getFields()) : []))
  const parameters = types
    .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []))
    .flatMap(({ args }) => args)
  return new Set(['query', ...[...fields, ...parameters].map(({ name }) => name)])
}
