import type { Operation, Schema } from '../../../rest-compat/document.ts'
import type { RawInput } from '../../../rest-compat/input.ts'
import { textNamed } from './probe-values.ts'

type Exemplary = { example?: unknown }
type Media = { schema: Schema; example?: Record<string, unknown> }

/**
 * A request that passes every documented parameter of an operation, from the document's examples and schemas.
 */
export function fullInput({ parameters = [], requestBody }: Operation): RawInput {
  const raw: RawInput = { path: {}, query: {}, headers: {}, body: {} }
  for (const parameter of parameters) {
    const value = (parameter as Exemplary).example ?? sampleOf(parameter.schema, parameter.name)
    if (parameter.in === 'query') raw.query[parameter.name] = value
    else if (parameter.in === 'path') raw.path[parameter.name] = String(value)
    else raw.headers[parameter.name.toLowerCase()] = String(value)
  }
  const media = requestBody?.content['application/json'] as Media | undefined
  for (const [name, schema] of Object.entries(media?.schema.properties ?? {}))
    raw.body[name] = media?.example?.[name] ?? (schema as Exemplary).example ?? sampleOf(schema, name)
  return raw
}

/** A plausible value of a schema for a field of that name. */
export function sampleOf(schema: Schema, name: string): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.default != null && !Array.isArray(schema.default)) return schema.default
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return [sampleOf(schema.items ?? {}, name)]
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([part, property]) => [part, sampleOf(property, part)]),
      )
    default:
      return FORMATS[schema.format ?? ''] ?? textNamed(name)
  }
}

const FORMATS: Record<string, string> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T09:30:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
}
