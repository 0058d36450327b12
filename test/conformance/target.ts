import { skipUnless, type Need } from './check.ts'
import type { Answer, Body, Client, Request } from './client.ts'
import type { ApiDocument, Operation } from './document.ts'
import type { Options } from './options.ts'
import type { Things } from './things.ts'

/** The sender of a request. */
export type Caller = 'nobody' | 'key' | 'key+user' | 'user' | 'token'

export type CallOptions = {
  /** By default the least that the document requires of the operation. */
  as?: Caller
  query?: Query
  body?: unknown
  headers?: Record<string, string>
}

/** Parameters, or the text of the whole query. */
export type Query = string | Record<string, string | number>

/** The server that is compared, with everything that is known of it. */
export type Target = {
  options: Options
  document: ApiDocument
  client: Client
  things: Things
  /** The OAuth app and access token of the options, or of an app that the run has registered. */
  grant: Partial<Grant>
  /** The answers to all requests, in order. */
  answers: readonly Answer[]
  /** Sends a request. A credential that is not given skips the check. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** The rows of a list, or the first hundred of them. Skips the check if the list is not documented or refused. */
  rows: (path: string, query?: Query, options?: CallOptions) => Promise<Body[]>
  /** The first row of a list. Skips the check without one. */
  first: (path: string, query?: Query) => Promise<Body>
  /** Headers of a caller. Skips the check without the credential. */
  headersOf: (caller: Caller) => Promise<Record<string, string>>
  /** The organization that the server names. */
  organization: () => Promise<{ id: number; slug: string }>
  /** The path of an operation with the ids of existing rows. Skips the check without them. */
  pathTo: (operation: Operation) => Promise<string>
}

export type Grant = { clientId: string; clientSecret: string; token: string }

/** An id of nothing. */
export const NOTHING = 2_000_000_000

/** Why a need is not met, or null. */
export function unmet({ options, document, grant }: Target, need: Need): string | null {
  switch (need) {
    case 'write':
      return options.write ? null : 'needs --write'
    case 'session':
      return options.session ? null : 'needs --session'
    case 'client':
      return grant.clientId ? null : 'needs --client-id and --client-secret, or --write with --session'
    case 'token':
      return grant.token ? null : 'needs --token, or --write with --session'
    case 'receiver':
      return options.receiver ? null : 'needs --receiver'
    default:
      return document.find(need) ? null : `the document has no ${need}`
  }
}

/** Creates the target of a run. */
export function createTarget(parts: {
  options: Options
  document: ApiDocument
  client: Client
  things: Things
  answers: readonly Answer[]
}): Target {
  const { options, document, client } = parts
  let organization: Promise<{ id: number; slug: string }> | undefined
  const target: Target = {
    ...parts,
    grant: grantOf(options),
    async call(method, path, { as, query = '', body, headers } = {}) {
      const operation = document.match(method, path)
      const sent = await target.headersOf(as ?? callerOf(operation))
      const request: Request = { headers: { ...sent, ...headers }, body }
      return client.send(method, path + queryString(query), request)
    },
    async rows(path, query = {}, call = {}) {
      skipUnless(document.match('GET', path) !== undefined, `the document has no GET ${path}`)
      const full = typeof query === 'string' ? query : { per_page: 100, ...query }
      const { status, body } = await target.call('GET', path, { ...call, query: full })
      skipUnless(status === 200, `GET ${path} answers ${status}`)
      return rowsOf(body)
    },
    async first(path, query) {
      const [row] = await target.rows(path, query)
      skipUnless(row !== undefined, `GET ${path} has no rows`)
      return row
    },
    headersOf: (caller) => headersOf(options, target, caller),
    organization: () => (organization ??= findOrganization(target)),
    pathTo: (operation) => pathTo(target, operation),
  }
  return target
}

function grantOf({ clientId, clientSecret, token }: Options): Partial<Grant> {
  return {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(token !== undefined && { token }),
  }
}

/** The rows of the body of a list: its only array. */
export function rowsOf(body: Body): Body[] {
  const lists = Object.values<unknown>(body ?? {}).filter(Array.isArray)
  return lists[0] ?? []
}

/** The least credential that an operation of the document accepts. */
export function callerOf(operation: Operation | undefined): Caller {
  const accepted = (operation?.credentials ?? []).map((schemes) => [...schemes].sort().join('+'))
  if (!operation) return 'key'
  if (accepted.length === 0 || accepted.includes('')) return 'nobody'
  if (accepted.includes('apiKey')) return 'key'
  if (accepted.includes('apiKey+userJwt')) return 'key+user'
  return 'user'
}

async function headersOf(options: Options, target: Target, caller: Caller): Promise<Record<string, string>> {
  if (caller === 'nobody') return {}
  if (caller === 'key') return { 'API-KEY': options.key }
  if (caller === 'token') {
    skipUnless(target.grant.token !== undefined, 'needs --token')
    return { Authorization: `Bearer ${target.grant.token}` }
  }
  skipUnless(options.session !== undefined, 'needs --session')
  const Authorization = `Bearer ${options.session}`
  if (caller === 'key+user') return { 'API-KEY': options.key, Authorization }
  return { Authorization, 'X-Organization': options.organization ?? (await target.organization()).slug }
}

async function findOrganization({ call }: Target): Promise<{ id: number; slug: string }> {
  const { status, body } = await call('GET', '/api/v3/organizations/info', { as: 'key' })
  const { id, subdomain } = (body?.organization ?? {}) as { id?: number; subdomain?: string }
  skipUnless(status === 200 && id !== undefined && subdomain !== undefined, 'the organization is unknown')
  return { id, slug: subdomain }
}

async function pathTo({ document, first }: Target, { path }: Operation): Promise<string> {
  let found = ''
  let template = ''
  for (const part of path.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    let id: string | number | undefined
    if (name !== undefined) {
      skipUnless(document.find(`GET ${template}`) !== undefined, `no list has the ids of ${path}`)
      const row = await first(found)
      id = (row[name] ?? row.id) as string | number | undefined
      skipUnless(id !== undefined, `GET ${found} has no ids`)
    }
    found += `/${id ?? part}`
    template += `/${part}`
  }
  return found
}

function queryString(query: Query): string {
  if (typeof query === 'string') return query === '' ? '' : `?${query}`
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return text.size === 0 ? '' : `?${text.toString()}`
}
