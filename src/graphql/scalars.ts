import { GraphQLError, Kind } from 'graphql'
import { builder } from './builder.ts'

builder.scalarType('DateTime', {
  description: 'A timestamp in ISO 8601, in UTC with milliseconds, for example `2026-11-21T09:30:00.000Z`.',
  serialize: (value) => value,
  parseValue: toDate,
  parseLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : null),
})

builder.scalarType('JSONObject', {
  description: 'A JSON object of any shape.',
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

function toObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new GraphQLError('JSONObject must be a JSON object')
}
