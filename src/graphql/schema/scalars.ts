import { GraphQLError, Kind } from 'graphql'
import { builder } from '../builder.ts'

builder.scalarType('DateTime', {
  description: 'A timestamp in ISO 8601, in UTC with milliseconds, for example `2026-11-21T09:30:00.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => value,
  parseValue: toDate,
  parseLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : null),
})

builder.scalarType('Date', {
  description: 'A day of the Gregorian calendar without a time zone, for example `2026-11-21`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => value,
  parseValue: toDay,
  parseLiteral: (node) => toDay(node.kind === Kind.STRING ? node.value : null),
})

builder.scalarType('BigInt', {
  description: 'An integer of at most 2^53 - 1, as a JSON number. Inputs may also be strings of digits.',
  serialize: (value) => value,
  parseValue: toInteger,
  parseLiteral: (node) => toInteger(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : null),
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
})

builder.scalarType('URL', {
  description: 'A URL. An invalid one in an input is an error of its field.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: (value) => value,
  parseValue: toText,
})

builder.scalarType('EmailAddress', {
  description: 'An e-mail address. An invalid one in an input is an error of its field.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1',
  serialize: (value) => value,
  parseValue: toText,
})

builder.scalarType('HTML', {
  description: 'Sanitized HTML.',
  specifiedByURL: 'https://html.spec.whatwg.org/',
  serialize: (value) => value,
  parseValue: toText,
})

builder.scalarType('JSONObject', {
  description: 'A JSON object, for content whose shape the user defines.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  serialize: (value) => value,
  parseValue: toObject,
})

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

function toDate(value: unknown): Date {
  const date = typeof value === 'string' && ISO.test(value) ? new Date(value) : null
  if (!date || Number.isNaN(date.getTime()))
    throw new GraphQLError('DateTime must be an ISO 8601 timestamp such as 2026-11-21T09:30:00Z')
  return date
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Accepts only days that exist: the text of 31 February is that of another day. The year 0 is not in PostgreSQL. */
function toDay(value: unknown): string {
  const date = typeof value === 'string' && DAY.test(value) && value >= '0001' ? new Date(value) : null
  if (!date || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value)
    throw new GraphQLError('Date must be a day such as 2026-11-21')
  return value
}

function toInteger(value: unknown): number {
  const isInteger = typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value))
  if (!isInteger || !Number.isSafeInteger(Number(value)))
    throw new GraphQLError('BigInt must be an integer of at most 2^53 - 1')
  return Number(value)
}

/** Accepts any string. The verb of the mutation validates it, so that an invalid one is an error of its field. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  throw new GraphQLError('The value must be a string')
}

function toObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new GraphQLError('JSONObject must be a JSON object')
}
