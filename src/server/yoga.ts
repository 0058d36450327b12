import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection'
import { AsyncLocalStorage } from 'node:async_hooks'
import type express from 'express'
import type { GraphQLError, GraphQLSchema } from 'graphql'
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import type { Logger } from 'pino'
import { credentialsOf } from '../../rest-compat/credential.ts'
import { ANONYMOUS } from '../auth/caller.ts'
import { identify } from '../auth/identify.ts'
import { createContext, type Context, type Services } from '../graphql/context.ts'
import { LIMITS } from '../graphql/operation-limits.ts'
import { costLimit } from './cost-limit.ts'
import { documentCache, noCache } from './document-cache.ts'
import { maskError } from './mask-error.ts'
import { refuseSubscriptions } from './refuse-subscriptions.ts'
import { storableText } from './storable-text.ts'
import { hideSuggestions } from './suggestions.ts'

export type GraphqlOptions = { schema: GraphQLSchema; services: Services; log: Logger; production: boolean }
export type ServerContext = { req: express.Request; res: express.Response }

/** What serves GraphQL, whichever way an operation comes. */
export type Graphql = GraphqlOptions & {
  yoga: YogaServerInstance<ServerContext, Context>
  /** An error as a client sees it; surprises are logged with the request's id. */
  mask(error: unknown): GraphQLError
  /** Does what belongs to the request of that id. */
  within<Value>(requestId: string, work: () => Value): Value
}

/** How much text of parsed documents is kept; a parsed one can take hundreds of times its text. */
const KEPT_CHARACTERS = 250_000

/** The GraphQL server: parsing, validation, limits and masking; GraphiQL in a browser outside production. */
export function createGraphql({ schema, services, log, production }: GraphqlOptions): Graphql {
  const requestIds = new AsyncLocalStorage<string>()
  const mask = (error: unknown) =>
    maskError(error, (surprise) =>
      log.error({ err: surprise, requestId: requestIds.getStore() }, 'operation failed'),
    )
  const isKnown = async ({ req }: ServerContext) => {
    try {
      return (await identify(services, credentialsOf(req))) !== ANONYMOUS
    } catch {
      return false
    }
  }
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: !production && { title: 'Echolog' },
    // Loaded when a browser asks: it is large, and has all that the page needs in it.
    renderGraphiQL: async (options) =>
      (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    parserAndValidationCache: { documentCache: documentCache(KEPT_CHARACTERS), errorCache: noCache },
    cors: false,
    logging: false,
    multipart: false,
    maskedErrors: { maskError: mask },
    async context({ req, res }) {
      const caller = await identify(services, credentialsOf(req))
      return createContext(services, caller, {
        requestId: String(res.getHeader('X-Request-Id')),
        address: req.ip ?? '',
      })
    },
    plugins: [
      maxTokensPlugin({ n: LIMITS.tokens }),
      maxDepthPlugin({ n: LIMITS.depth, ignoreIntrospection: true }) as Plugin,
      maxAliasesPlugin({ n: LIMITS.aliases }) as Plugin,
      costLimit(schema, LIMITS.cost),
      storableText(),
      refuseSubscriptions(),
      // What parsing and validation refuse does not pass the masking above.
      {
        onResultProcess: ({ result }) =>
          void (isRefused(result) && (result.errors = result.errors.map(mask))),
      },
      ...(production
        ? [
            hideSuggestions<ServerContext>(isKnown),
            useDisableIntrospection({ isDisabled: (request) => !hasCredential(request) }),
          ]
        : []),
    ],
  })
  return { schema, services, log, production, yoga, mask, within: (id, work) => requestIds.run(id, work) }
}

const isRefused = (result: unknown): result is { errors: GraphQLError[] } =>
  Array.isArray((result as { errors?: unknown }).errors)

const hasCredential = ({ headers }: Request) =>
  ['api-key', 'api_key', 'authorization'].some((name) => headers.has(name))
