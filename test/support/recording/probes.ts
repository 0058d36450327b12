import { operationsOf, type Operation, type Schema } from '../../../rest-compat/document.ts'
import type { Route } from '../../../rest-compat/endpoint.ts'
import { routes } from '../../../rest-compat/routes.ts'
import { openapi } from '../contract/openapi.ts'
import { requiredFields as requiredNames } from '../contract/rest-id-parameters.ts'
import { sampleOf } from '../contract/sample-input.ts'
import { badQueryValues, badValues } from './bad-values.ts'

type Values = Record<string, string | number | string[]>

/** Ids and other valid values by path parameter or field, of the tenant and of another organization. */
export type Ids = { own: Values; foreign: Values }

/** A request of a generated scenario. */
type Probe = {
  who: string
  target: string
  body?: unknown
  headers?: Record<string, string>
  note?: string
  /** Whether it is sent after all others. */
  isLast?: boolean
}

const operations = operationsOf(openapi)
const STRANGERS = [
  'none',
  'wrong key',
  'key',
  'session',
  'bad token',
  'customer',
  'key with a session of another organization',
  'token without the scope',
]
/**
 * Query parameters that were added to recorded operations. Their requests are sent last, because each request
 * advances the clock, so that the recorded answers of the others stay.
 */
const ADDED = new Set(['listFeatureRequests.q', 'listComments.q', 'listChangelogs.q'])
/** Routes that were added to recorded resources, whose requests are sent last for the same reason. */
const ADDED_ROUTES = new Set([
  'PATCH /api/v3/comments/:id',
  'PATCH /api/v3/customers',
  'PATCH /api/v3/customers/:id',
  'PATCH /api/v3/tags/:id',
  'GET /api/v3/webhooks/:id',
  'PATCH /api/v3/webhooks/:id',
  'POST /api/v3/roadmaps',
  'PUT /api/v3/roadmaps/:id',
  'PATCH /api/v3/roadmaps/:id',
  'DELETE /api/v3/roadmaps/:id',
  'GET /api/v3/roadmaps/:id/feature_requests',
  'POST /api/v3/roadmaps/:id/feature_requests',
  'DELETE /api/v3/roadmaps/:id/feature_requests',
  'GET /api/v3/feature_requests/latest',
  'POST /api/v3/feature_requests/submit',
  'DELETE /api/v3/feature_requests/unmerge/:child_id',
  'GET /api/v3/feature_requests/:id/merge_posts',
  'POST /api/v3/feature_requests/:id/merge_posts',
  'GET /api/v3/feature_requests/:id/voters',
  'GET /api/v3/feature_requests/:id/subscribers',
  'POST /api/v3/feature_requests/:id/subscribers',
  'DELETE /api/v3/feature_requests/:id/subscribers',
])
const MALFORMED = ['2147483000', 'abc', '0', '-1', '1.5', '99999999999', '%20', '%00']
const TEXT = { 'Content-Type': 'text/plain' }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** The last literal part of a route's path that names its objects, such as `tags`. */
export const resourceOf = (path: string) => path.split('/')[path.startsWith('/api/v3/') ? 3 : 2] ?? ''

/** The routes whose refusals are generated: those whose credential is not a client's. */
export const probedRoutes: readonly Route[] = routes.filter(
  ([, , credential]) => credential !== 'client' && credential !== 'none',
)

/**
 * Requests to a route that the service should refuse, each with one fault: the caller, an id of the path, a query
 * parameter, a field, or the form of the body.
 */
export function probesOf(route: Route, ids: Ids): Probe[] {
  const [method, path, credential, endpoint] = route
  const operation = operations.get(endpoint.operation)
  if (!operation) throw new Error(`The OpenAPI document has no operation ${endpoint.operation}`)
  const who = credential === 'user' ? 'session' : credential === 'key' ? 'key' : 'admin'
  const target = `${method} ${fill(path, ids.own)}${requiredQuery(operation, ids)}`
  const body = method === 'GET' ? {} : { body: requiredFields(operation, ids) }
  const callers = STRANGERS.filter((stranger) => stranger !== who && !isAllowed(stranger, credential, method))
  const isAlias = method === 'PATCH' && routes.some(([other, at]) => other === 'PUT' && at === path)
  const probes: Probe[] = [
    ...callers.map((caller) => ({ who: caller, target, ...body })),
    ...pathProbes(route, ids).map((probe) => ({ who, ...body, target: probe })),
    ...(isAlias
      ? []
      : [...queryProbes(operation, target), ...bodyProbes(method, operation, target, ids)].map((probe) => ({
          who,
          ...probe,
        }))),
  ]
  return ADDED_ROUTES.has(`${method} ${path}`) ? probes.map((probe) => ({ ...probe, isLast: true })) : probes
}

/** A customer reads through an API key as the organization does, and writes nothing of the team's. */
const isAllowed = (stranger: string, credential: string, method: string) =>
  (stranger === 'customer' && method === 'GET' && credential === 'key') ||
  (stranger === 'key with a session of another organization' && credential === 'user')

function pathProbes([method, path]: Route, ids: Ids): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.flatMap((name) =>
    [ids.foreign[parameterKey(path, name)] ?? 'abc', ...MALFORMED].map(
      (value) => `${method} ${fill(path.replace(`:${name}`, String(value)), ids.own)}`,
    ),
  )
}

function queryProbes({ operationId, parameters = [] }: Operation, target: string): Omit<Probe, 'who'>[] {
  const joint = target.includes('?') ? '&' : '?'
  return parameters.flatMap(({ name, in: part, schema }): Omit<Probe, 'who'>[] => {
    // Any text is a key or a tag. `rest/idempotency-keys.test.ts` and `rest/preconditions.test.ts` have those that are
    // not.
    if (['Idempotency-Key', 'If-Match', 'If-None-Match'].includes(name)) return []
    if (part === 'header') return ['perhaps', '2'].map((value) => ({ target, headers: { [name]: value } }))
    if (part !== 'query') return []
    const isLast = ADDED.has(`${operationId}.${name}`)
    return badQueryValues(schema).map((value) => ({ target: `${target}${joint}${name}=${value}`, isLast }))
  })
}

function bodyProbes(method: string, operation: Operation, target: string, ids: Ids): Omit<Probe, 'who'>[] {
  const schema = schemaOf(operation)
  if (method === 'GET' || !schema) return []
  const valid = requiredFields(operation, ids)
  const ofFields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    badValues(field).map((value) => ({ target, body: { ...valid, [name]: value } })),
  )
  const foreign = Object.keys(schema.properties ?? {})
    .filter((name) => ids.foreign[name] !== undefined)
    .map((name) => ({ target, body: { ...valid, [name]: ids.foreign[name] }, note: 'a foreign id' }))
  return [
    ...(schema.required?.length ? [{ target, body: {} }, { target }] : []),
    { target, body: '{"name":', headers: JSON_TYPE },
    { target, body: '[]', headers: JSON_TYPE },
    { target, body: JSON.stringify(valid), headers: TEXT },
    ...ofFields,
    ...foreign,
  ]
}

function requiredFields(operation: Operation, { own }: Ids): Record<string, unknown> {
  const schema = schemaOf(operation) ?? {}
  const { properties = {} } = schema
  return Object.fromEntries(
    requiredNames(schema).map((name) => [name, own[name] ?? sampleOf(properties[name] ?? {}, name)]),
  )
}

function requiredQuery({ parameters = [] }: Operation, { own }: Ids): string {
  const needed = parameters.filter(({ in: part, required }) => part === 'query' && required)
  const query = needed.map(({ name }) => `${name}=${encodeURIComponent(String(own[name]))}`).join('&')
  return query === '' ? '' : `?${query}`
}

const schemaOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema

/** The name under which the ids of a path parameter are listed: `id` depends on the resource. */
const parameterKey = (path: string, name: string) => (name === 'id' ? resourceOf(path) : name)

const fill = (path: string, own: Values) =>
  path.replace(/:(\w+)/g, (_, name: string) => String(own[parameterKey(path, name)]))
