import { gql } from '@apollo/client'
import type { CacheExchangeOpts } from '@urql/exchange-graphcache'
import {
  ConnectionHandler,
  createOperationDescriptor,
  fetchQuery,
  getSingularSelector,
  requestSubscription,
} from 'relay-runtime'
import { apolloClient, socketClient, urqlClient, type Server } from '../support/clients/cache-clients.ts'
import { relayEnvironment, type RelayApp } from '../support/clients/relay.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { EVENTS, POSTS, titlesOf, type Data } from './documents.ts'

type Followed = { onEvent: (event: Data) => void; onEnd: () => void }

/** A list of posts in a normalized cache, which events keep up to date. */
export type LiveList = {
  load(): Promise<unknown>
  titles: () => string[] | undefined
  /** Applies the events after one, or the next ones. Returns a function that stops. */
  follow(after: string | null, followed: Followed): () => void
  /** Titles of every state that the cache has had since it was loaded. */
  states: (string[] | undefined)[]
  end(): unknown
}

type Options = { server: Server; headers: Headers; relay: RelayApp }

const PAGE = { first: 10 }

/** Returns a page with the post of an event at its end, unless it is there already. */
function withPost(page: Data, post: Data): Data {
  if (!page || !post || page.posts.edges.some(({ node }: Data) => node.id === post.id)) return page
  const edge = { __typename: 'PostEdge', cursor: '', node: { __typename: 'Post', ...post } }
  return { ...page, posts: { ...page.posts, edges: [...page.posts.edges, edge] } }
}

const isNew = (event: Data) => event.type === 'POST_CREATED'
const isDeleted = (event: Data) => event.type === 'POST_DELETED'

/** The list in Apollo Client. */
export function apolloList({ server, headers }: Options): LiveList {
  const sockets = socketClient(server, headers)
  const client = apolloClient(server, headers, sockets)
  const query = { query: gql(POSTS), variables: PAGE }
  const states: LiveList['states'] = []
  let page: Data = null
  const apply = (event: Data) => {
    if (isDeleted(event)) client.cache.evict({ id: `Post:${event.snapshot.postId}` })
    if (isNew(event)) client.cache.updateQuery<Data>(query, (data) => withPost(data, event.post))
  }
  return {
    states,
    load: () =>
      client.query(query).then(() => {
        client.cache.watch<Data>({
          query: client.cache.transformDocument(query.query),
          variables: PAGE,
          optimistic: true,
          immediate: true,
          callback: ({ result }) => {
            page = result
            states.push(titlesOf(result))
          },
        })
      }),
    titles: () => titlesOf(page),
    follow(after, { onEvent, onEnd }) {
      const subscription = client.subscribe<Data>({ query: gql(EVENTS), variables: { after } }).subscribe({
        next({ data, error }) {
          if (error) return onEnd()
          apply(data.events)
          onEvent(data.events)
        },
        error: onEnd,
        complete: onEnd,
      })
      return () => subscription.unsubscribe()
    },
    end: () => (client.stop(), sockets.dispose()),
  }
}

/** The list in urql's normalized cache. */
export function urqlList({ server, headers }: Options): LiveList {
  const updates: CacheExchangeOpts['updates'] = {
    Subscription: {
      events({ events: event }: Data, _args, cache) {
        if (isDeleted(event)) cache.invalidate({ __typename: 'Post', id: event.snapshot.postId })
        if (isNew(event))
          cache.updateQuery<Data>({ query: POSTS, variables: PAGE }, (page) => withPost(page, event.post))
      },
    },
  }
  const sockets = socketClient(server, headers)
  const client = urqlClient(server, headers, sockets, {
    updates,
    onWarning: (message) => {
      throw new Error(message)
    },
  })
  const states: LiveList['states'] = []
  let stop = () => {}
  return {
    states,
    load: () =>
      new Promise<void>((loaded) => {
        const subscription = client.query<Data>(POSTS, PAGE).subscribe(({ data }) => {
          states.push(titlesOf(data))
          loaded()
        })
        stop = () => subscription.unsubscribe()
      }),
    titles: () => states.at(-1),
    follow(after, { onEvent, onEnd }) {
      const subscription = client.subscription<Data>(EVENTS, { after }).subscribe(({ data, error }) => {
        if (error) return onEnd()
        onEvent(data.events)
      })
      return () => subscription.unsubscribe()
    },
    end: () => (stop(), sockets.dispose()),
  }
}

/** The list in Relay's store. */
export function relayList({ server, headers, relay }: Options): LiveList {
  const sockets = socketClient(server, headers)
  const environment = relayEnvironment(server, headers, sockets)
  const operation = createOperationDescriptor(relay.request('postListQuery'), PAGE)
  const states: LiveList['states'] = []
  const lookup = (fragment: string, reference: unknown): Data => {
    const selector = getSingularSelector(relay.fragment(fragment), reference)
    return selector && environment.lookup(selector).data
  }
  const titles = () => {
    const list = lookup('postList_posts', environment.lookup(operation.fragment).data)
    return list?.posts?.edges.map(
      ({ node }: Data) => lookup('postList_post', node).title as string,
    ) as string[]
  }
  return {
    states,
    titles,
    async load() {
      environment.retain(operation)
      await fetchQuery(environment, operation.request.node, PAGE).toPromise()
      states.push(titles())
    },
    follow(after, { onEvent, onEnd }) {
      const subscription = requestSubscription<Data>(environment, {
        subscription: relay.request('postListEventsSubscription'),
        variables: { after },
        updater(store) {
          const event = store.getRootField('events')
          const post = event?.getLinkedRecord('post')
          const list = ConnectionHandler.getConnection(store.getRoot(), 'postList_posts', {
            orderBy: { field: 'CREATED_AT', direction: 'ASC' },
          })
          const id = event?.getLinkedRecord('snapshot')?.getValue('postId') as string
          if (!event || !list) return
          const type = event.getValue('type')
          if (isDeleted({ type })) {
            ConnectionHandler.deleteNode(list, id)
            store.delete(id)
          }
          const isThere = list
            .getLinkedRecords('edges')
            ?.some((edge) => edge?.getLinkedRecord('node')?.getDataID() === id)
          if (isNew({ type }) && post && !isThere)
            ConnectionHandler.insertEdgeAfter(
              list,
              ConnectionHandler.createEdge(store, list, post, 'PostEdge'),
            )
        },
        onNext(data) {
          states.push(titles())
          onEvent(data.events)
        },
        onError: onEnd,
        onCompleted: onEnd,
      })
      return () => subscription.dispose()
    },
    end: () => sockets.dispose(),
  }
}
