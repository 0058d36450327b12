import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { GraphQLError, GraphQLSchema } from 'graphql'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type * as Yoga from 'graphql-yoga'
import type { Logger } from 'pino'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import type { RateLimits } from '../../auth/rate-limit/rate-limits.ts'
import type { ReadTurns } from '../../db/sharing/read-turns.ts'
import type { Context, Services } from '../../graphql/context.ts'
import { LIMITS } from '../../graphql/execution/limits.ts'
import { AppError } from '../../lib/errors.ts'
import type { Limits } from '../../lib/http/server-limits.ts'
import { compiledPlugin } from '../../graphql/execution/compiled-plugin.ts'
import { costLimit } from '../../graphql/execution/cost-limit.ts'
import { documentCache, noCache } from '../../graphql/execution/document-cache.ts'
import { documentSizeLimit } from '../../graphql/execution/document-size-limit.ts'
import { maskError } from './mask-error.ts'
import { createOperationCosts, type OperationCosts } from '../../graphql/execution/operation-costs.ts'
import { validStrings } from '../../graphql/execution/rules/valid-strings.ts'

export type EngineOptions = {
  schema: GraphQLSchema
  services: Services
  log: Logger
  production: boolean
  forwarding: {
    /** Address of the request's client. */
    addressOf(request: IncomingMessage): string
  }
  /** Sessions of our own pages. */
  browserSessions: BrowserSessions
  limits: Limits
  /** Limits of the requests of each credential. Null if there are none. */
  rateLimits: RateLimits | null
  /** Turns of queries over HTTP. */
  readTurns: ReadTurns
}

/** GraphQL engine shared by all transports. */
export type GraphqlEngine = EngineOptions & {
  /** Created at first use, because its 430 modules take memory that a client of REST does not need. */
  yoga: () => Yoga.YogaServerInstance<object, Context>
  costOf: OperationCosts
  /** Converts an error for the client. Unexpected errors are logged with the request's id. */
  maskError: (error: unknown) => GraphQLError
  /** Runs work of the request with this id. */
  withRequestId: <Value>(requestId: string, work: () => Value) => Value
}

/**
 * Maximum number of characters of cached documents. A parsed document can take hundreds of times its text.
 */
const MAX_CHARACTERS = 250_000

/** Creates the GraphQL engine with parsing, validation, limits and masking. */
export function createEngine(options: EngineOptions): GraphqlEngine {
  const { schema, log } = options
  const requestIds = new AsyncLocalStorage<string>()
  const costOf = createOperationCosts(schema)
  let yoga: ReturnType<GraphqlEngine['yoga']> | undefined
  const engine: GraphqlEngine = {
    ...options,
    yoga: () => (yoga ??= newYoga(engine)),
    costOf,
    maskError: (error) =>
      maskError(error, (unexpected) =>
        log.error({ err: unexpected, requestId: requestIds.getStore() }, 'operation failed'),
      ),
    withRequestId: (id, work) => requestIds.run(id, work),
  }
  return engine
}

const load = createRequire(import.meta.url)

function newYoga({ schema, costOf, maskError }: GraphqlEngine) {
  const { createYoga } = load('graphql-yoga') as typeof Yoga
  return createYoga<object, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    parserAndValidationCache: { documentCache: documentCache(MAX_CHARACTERS), errorCache: noCache },
    cors: false,
    logging: false,
    multipart: false,
    maskedErrors: { maskError },
    plugins: [
      maxTokensPlugin({ n: LIMITS.tokens, ...refuse(`The document has more than ${LIMITS.tokens} tokens`) }),
      documentSizeLimit(),
      maxDepthPlugin({
        n: LIMITS.depth,
        ignoreIntrospection: true,
        ...refuse(`The operation has more than ${LIMITS.depth} levels of fields`),
      }),
      maxAliasesPlugin({
        n: LIMITS.aliases,
        allowList: [],
        ...refuse(`The operation has more than ${LIMITS.aliases} aliases`),
      }),
      costLimit(costOf, LIMITS.cost),
      validStrings(),
      compiledPlugin(schema),
    ],
  })
}

/** Replaces the error of a limit, which its plugin calls a syntax error. */
const refuse = (message: string) => ({
  onReject: [
    () => {
      throw new AppError('INVALID_PARAM', message)
    },
  ],
})
