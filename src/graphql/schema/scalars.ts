import { GraphQLError, Kind, valueFromASTUntyped, type ValueNode } from 'graphql'
import { builder } from '../builder.ts'

builder.scalarType('DateTime', {
  description: 'A timestamp in ISO 8601, in UTC with milliseconds, for example `2026-11-21T09:30:00.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => value,
  ...inputs(toDate, literalText),
})

builder.scalarType('Date', {
  description: 'A day of the Gregorian calendar without a time zone, for example `2026-11-21`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => value,
  ...inputs(toDay, literalText),
})

builder.scalarType('BigInt', {
  description: 'An integer of at most 2^53 - 1, as a JSON number. Inputs may also be strings of digits.',
  serialize: (value) => value,
  ...inputs(toInteger, (node) => (node.kind === Kind.INT ? node.value : literalText(node))),
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
  ...inputs(textParser('URL'), literalText),
})

builder.scalarType('EmailAddress', {
  description: 'An e-mail address. An invalid one in an input is an error of its field.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1',
  serialize: (value) => value,
  ...inputs(textParser('EmailAddress'), literalText),
})

builder.scalarType('HTML', {
  description: 'Sanitized HTML.',
  specifiedByURL: 'https://html.spec.whatwg.org/',
  serialize: (value) => value,
  ...inputs(textParser('HTML'), literalText),
})

builder.scalarType('JSONObject', {
  description: 'A JSON object, for content whose shape the user defines.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  serialize: (value) => value,
  ...inputs(toObject, valueFromASTUntyped),
})

type Variables = Record<string, unknown> | null | undefined

/** Parsers of the values and literals of a scalar. The error of a literal has its location. */
function inputs<Value>(
  parseValue: (value: unknown) => Value,
  valueOf: (node: ValueNode, variables: Variables) => unknown,
) {
  return {
    parseValue,
    parseLiteral: (node: ValueNode, variables: Variables): Value => {
      try {
        return parseValue(valueOf(node, variables))
      } catch (error) {
        throw error instanceof GraphQLError ? new GraphQLError(error.message, { nodes: node }) : error
      }
    },
  }
}

/** Returns the text of a literal, or null for a literal of another kind. */
function literalText(node: ValueNode): string | null {
  return node.kind === Kind.STRING ? node.value : null
}

const ISO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/
const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** Accepts only days that exist, and only years that the text of a timestamp in UTC can have. */
function toDate(value: unknown): Date {
  const [text, day] = (typeof value === 'string' && ISO.exec(value)) || []
  const date = text !== undefined && day !== undefined && isDay(day) ? new Date(text) : null
  // A comparison with an invalid date is false.
  if (!date || !(date.getTime() >= FIRST_MOMENT && date.getTime() <= LAST_MOMENT))
    throw new GraphQLError('DateTime must be an ISO 8601 timestamp such as 2026-11-21T09:30:00Z')
  return date
}

/** The year 0 is not in the dates of PostgreSQL. */
function toDay(value: unknown): string {
  if (typeof value !== 'string' || !isDay(value) || value < '0001')
    throw new GraphQLError('Date must be a day such as 2026-11-21')
  return value
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether a day exists: the text of 31 February is that of another day. */
function isDay(text: string): boolean {
  const date = DAY.test(text) ? new Date(text) : null
  return !!date && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

function toInteger(value: unknown): number {
  const isInteger = typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value))
  if (!isInteger || !Number.isSafeInteger(Number(value)))
    throw new GraphQLError('BigInt must be an integer of at most 2^53 - 1')
  return Number(value)
}

/**
 * Returns the parser of a scalar that accepts any string. The verb of the mutation validates it, so that an
 * invalid one is an error of its field.
 */
function textParser(scalar: string) {
  return (value: unknown): string => {
    if (typeof value === 'string') return value
    throw new GraphQLError(`${scalar} must be a string`)
  }
}

function toObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new GraphQLError('JSONObject must be a JSON object')
}
