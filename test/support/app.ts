import { randomBytes } from 'node:crypto'
import { createLogger, type Logger } from '../../src/lib/log/logger.ts'
import { createMetrics, type ProcessMetrics } from '../../src/server/metrics/metrics.ts'
import { startWeb, type ServiceSettings, type WebService } from '../../src/server/start.ts'
import { createDatabase, shareDatabase, type TestDatabase } from './database.ts'
import { assertFieldMessages } from './contract/field-messages.ts'
import { assertFieldPaths } from './contract/field-paths.ts'
import { assertDocumented } from './contract/openapi.ts'
import { isIdentification } from './identification.ts'
import type { Json } from './json.ts'

export type Answer<Body = Json> = { status: number; headers: Headers; body: Body; text: string }

export type TestApp = {
  url: string
  database: TestDatabase
  secretKey: Buffer
  services: WebService['services']
  /** Metrics of this app. */
  metrics: ProcessMetrics
  /**
   * Statements sent to the database since `statements.length = 0`, except background statements and identifications.
   * Their number does not depend on the pace of the test.
   */
  statements: string[]
  /** Statements that identify credentials and hosts of portals, sent since `identifications.length = 0`. */
  identifications: string[]
  /**
   * Sends a request. An object as `body` is sent as JSON, a string and a form unchanged. Fails unless the response
   * matches the OpenAPI document and its errors name their fields.
   */
  call(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<Answer>
  /** Runs a GraphQL operation over HTTP. */
  graphql(
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>
  stop(): Promise<void>
}

export type AppOptions = ServiceSettings & {
  production?: boolean
  publicUrl?: string | null
  /** Another app, whose database and secret key this one shares, as a second process would. */
  beside?: TestApp
  /** Maximum number of database connections. Default 8. */
  connections?: number
  /** Milliseconds that a request may wait for the database. */
  timeoutMs?: number
  /** Log of the service. By default at the level of TEST_LOG. */
  log?: Logger
}

/**
 * Background statements: wake-ups of event log readers, numbering of events, reads of the ends of logs, the
 * organization's revision, and whether a new connection reaches a primary.
 */
const BACKGROUND =
  /^select pg_notify|with head as materialized|with recursive start|pg_dist_partition|select organization_id as id, last from event_heads|revision_marks|transaction_read_only/

/** Starts the whole service on a port and a database of its own, or on the database of `beside`. */
export async function startApp({
  beside,
  production = false,
  publicUrl = null,
  connections,
  timeoutMs,
  log = createLogger(process.env.TEST_LOG ?? 'silent'),
  ...settings
}: AppOptions = {}): Promise<TestApp> {
  const statements: string[] = []
  const identifications: string[] = []
  const onStatement = (text: string) => {
    if (!BACKGROUND.test(text)) (isIdentification(text) ? identifications : statements).push(text)
  }
  const database = beside
    ? await shareDatabase(beside.database, onStatement, connections, timeoutMs)
    : await createDatabase(onStatement, connections, timeoutMs)
  const secretKey = beside?.secretKey ?? randomBytes(32)
  const metrics = createMetrics()
  const web = await startWeb({
    ...settings,
    database,
    secretKey,
    publicUrl,
    host: '127.0.0.1',
    port: 0,
    production,
    log,
    health: {
      isDraining: () => false,
      failure: () => null,
      problem: async () => null,
      metrics: metrics.text,
    },
    metrics,
  })
  const call: TestApp['call'] = async (method, path, { headers = {}, body } = {}) => {
    const isRaw = typeof body === 'string' || body === undefined || body instanceof FormData
    const response = await fetch(web.url + path, {
      method,
      headers: isRaw ? headers : { 'Content-Type': 'application/json', ...headers },
      body: isRaw ? (body ?? null) : JSON.stringify(body),
      redirect: 'manual',
    })
    const text = await response.text()
    const answer = { status: response.status, headers: response.headers, text, body: parsed(text) }
    assertDocumented(method, path, answer.status, answer.body)
    assertFieldMessages(path, answer.body)
    if (path === '/graphql') assertFieldPaths(body, answer.body)
    return answer
  }
  return {
    url: web.url,
    database,
    secretKey,
    services: web.services,
    metrics,
    statements,
    identifications,
    call,
    graphql: (query, variables = {}, headers = {}) =>
      call('POST', '/graphql', { headers, body: { query, variables } }),
    async stop() {
      await web.stop()
      await database.drop()
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
