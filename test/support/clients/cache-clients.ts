import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { getMainDefinition, relayStylePagination } from '@apollo/client/utilities'
import { Client, fetchExchange, subscriptionExchange, type ExecutionResult } from '@urql/core'
import { cacheExchange, type CacheExchangeOpts } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { introspectionFromSchema, isAbstractType, isObjectType } from 'graphql'
import { createClient, type Client as SocketClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { schema } from '../../../src/schema.ts'
import type { Headers } from '../fixtures/scenario.ts'

/** A server whose address changes when it restarts. */
export type Server = { url: string }

/** Opens sockets that reconnect at most once for each subscription. A client resumes by itself. */
export function socketClient(server: Server, headers: Headers): SocketClient {
  return createClient({
    url: () => `${server.url.replace('http', 'ws')}/graphql`,
    connectionParams: headers,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  })
}

/** Returns the types of each interface and union, which Apollo Client needs for fragments on them. */
function possibleTypes(): Record<string, string[]> {
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType)
  return Object.fromEntries(
    abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  )
}

/** Creates an Apollo Client as `docs/graphql.md` describes it. */
export function apolloClient(server: Server, headers: Headers, sockets: SocketClient): ApolloClient {
  const http = new HttpLink({ uri: () => `${server.url}/graphql`, headers })
  const isSubscription = (operation: ApolloLink.Operation) => {
    const definition = getMainDefinition(operation.query)
    return 'operation' in definition && String(definition.operation) === 'subscription'
  }
  return new ApolloClient({
    link: ApolloLink.split(isSubscription, new GraphQLWsLink(sockets), http),
    cache: new InMemoryCache({
      possibleTypes: possibleTypes(),
      typePolicies: { Query: { fields: { posts: relayStylePagination(['filter', 'orderBy']) } } },
    }),
  })
}

/** Names of the types that a cache embeds in their parent, as they have no id. */
const embeddedTypes = () =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !('id' in type.getFields()))
    .map(({ name }) => name)

/** Creates an urql client with a normalized cache. `onWarning` receives what the cache reports. */
export function urqlClient(
  server: Server,
  headers: Headers,
  sockets: SocketClient,
  options: { updates?: CacheExchangeOpts['updates']; onWarning: (message: string) => void },
): Client {
  const cache = cacheExchange({
    schema: introspectionFromSchema(schema) as NonNullable<CacheExchangeOpts['schema']>,
    keys: Object.fromEntries(embeddedTypes().map((name) => [name, () => null])),
    resolvers: { Query: { posts: relayPagination() } },
    ...(options.updates && { updates: options.updates }),
    logger: (severity, message) => void (severity !== 'debug' && options.onWarning(message)),
  })
  const forward = subscriptionExchange({
    forwardSubscription: ({ query = '', variables = {} }) => ({
      subscribe: (sink) => ({
        unsubscribe: sockets.subscribe<unknown>(
          { query, variables },
          {
            ...sink,
            next: (result) => sink.next({ ...result, data: result.data ?? null } as ExecutionResult),
          },
        ),
      }),
    }),
  })
  return new Client({
    url: `${server.url}/graphql`,
    preferGetMethod: false,
    // The address of a test's server changes when it restarts.
    fetch: (_address, request) => fetch(`${server.url}/graphql`, request),
    fetchOptions: { headers },
    exchanges: [cache, fetchExchange, forward],
  })
}
