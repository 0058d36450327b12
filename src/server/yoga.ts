import { blockFieldSuggestionsPlugin } from '@escape.tech/graphql-armor-block-field-suggestions'
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
import { refuse } from '../../rest-compat/router.ts'
import { readBody } from '../../rest-compat/body.ts'
import { identify } from '../auth/identify.ts'
import { createContext, type Context, type Services } from '../graphql/context.ts'
import { AppError } from '../lib/errors.ts'
import { costLimit } from './cost-limit.ts'
import { maskError } from './mask-error.ts'
import { storableText } from './storable-text.ts'

type Options = { schema: GraphQLSchema; services: Services; log: Logger; production: boolean }
type ServerContext = { req: express.Request; res: express.Response }

/** How much one operation may ask for; `cost` is about the number of values in its answer. */
const LIMITS = { depth: 12, aliases: 30, tokens: 2_000, cost: 50_000 }

/** The handlers of `/graphql`: POST with a JSON body, GET for queries; GraphiQL in a browser outside production. */
export function graphqlHandler({ schema, services, log, production }: Options): RequestHandler[] {
  const requestIds = new AsyncLocalStorage<string>()
  const mask = (error: unknown) =>
    maskError(error, (surprise) =>
      log.error({ err: surprise, requestId: requestIds.getStore() }, 'operation failed'),
    )
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: !production && { title: 'Echolog' },
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
            blockFieldSuggestionsPlugin() as Plugin,
            useDisableIntrospection({ isDisabled: (request) => !hasCredential(request) }),
          ]
        : []),
    ],
  })
  const serve: RequestHandler = (request, response) =>
    requestIds.run(
      String(response.getHeader('X-Request-Id')),
      () => void yoga(request, response, { req: request, res: response }),
    )
  return [onlyJson, serve]
}

const isRefused = (result: unknown): result is { errors: GraphQLError[] } =>
  Array.isArray((result as { errors?: unknown }).errors)

const hasCredential = ({ headers }: Request) =>
  ['api-key', 'api_key', 'authorization'].some((name) => headers.has(name))

/** Reads a POST's body as JSON of at most 1 MB; forms are refused, so that no other site's form can send a mutation. */
const onlyJson: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST') return next()
  readBody(request, response).then(
    () => next(),
    (error: unknown) =>
      refuse(
        response,
        error instanceof AppError ? error : new AppError('INVALID_FORMAT', 'The body cannot be read'),
      ),
  )
}
