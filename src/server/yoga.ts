import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection'
import { AsyncLocalStorage } from 'node:async_hooks'
import type express from 'express'
import type { RequestHandler } from 'express'
import type { GraphQLError, GraphQLSchema } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import { credentialsOf } from '../../rest-compat/credential.ts'
import { ANONYMOUS } from '../auth/caller.ts'
import { identify } from '../auth/identify.ts'
import { createContext, type Context, type Services } from '../graphql/context.ts'
import { costLimit } from './cost-limit.ts'
import { documentCache, noCache } from './document-cache.ts'
import { refuseGraphql, sendFetched } from './graphql-answer.ts'
import { checkRequest } from './graphql-request.ts'
import { maskError } from './mask-error.ts'
import { storableText } from './storable-text.ts'
import { hideSuggestions } from './suggestions.ts'

type Options = { schema: GraphQLSchema; services: Services; log: Logger; production: boolean }
type ServerContext = { req: express.Request; res: express.Response }

/** How much one operation may ask for; `cost` is about the number of values in its answer. */
const LIMITS = { depth: 12, aliases: 30, tokens: 2_000, cost: 50_000 }

/** How much text of parsed documents is kept; a parsed one can take hundreds of times its text. */
const KEPT_CHARACTERS = 250_000

/** The handlers of `/graphql`: POST with a JSON body, GET for queries; GraphiQL in a browser outside production. */
export function graphqlHandler({ schema, services, log, production }: Options): RequestHandler[] {
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
  const serve = async (request: express.Request, response: express.Response): Promise<void> => {
    const isPage = !production && request.method === 'GET' && !!request.headers.accept?.includes('text/html')
    try {
      await checkRequest(request, response, isPage)
      if (!isPage) request.headers.accept = mediaTypeOf(request.headers.accept)
      const fetched = await yoga.handleNodeRequestAndResponse(request, response, {
        req: request,
        res: response,
      })
      await sendFetched(response, fetched)
    } catch (error) {
      if (response.headersSent) response.destroy()
      else refuseGraphql(response, mask(error))
    }
  }
  return [
    (request, response) =>
      requestIds.run(String(response.getHeader('X-Request-Id')), () => void serve(request, response)),
  ]
}

/** One of the two forms of JSON that answers have; whoever asks for another type gets JSON all the same. */
const mediaTypeOf = (accept = '') =>
  /application\/(graphql-response\+)?json/i.exec(accept)?.[0].toLowerCase() ?? 'application/json'

const isRefused = (result: unknown): result is { errors: GraphQLError[] } =>
  Array.isArray((result as { errors?: unknown }).errors)

const hasCredential = ({ headers }: Request) =>
  ['api-key', 'api_key', 'authorization'].some((name) => headers.has(name))
