import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { queryObjects } from 'node:v8'
import { Client, fetchExchange, gql, subscriptionExchange } from '@urql/core'
import type { cacheExchange } from '@urql/exchange-graphcache'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { releaseDependencies } from '../../.config/release-dependencies.ts'
import { ROOT } from '../support/program.ts'

type Graphcache = { cacheExchange: typeof cacheExchange }
type Post = { __typename: 'Post'; id: string; title: string }

const EVENTS = 1000
const LIST = gql`
  {
    posts {
      id
      title
    }
  }
`
const CREATED = gql`
  subscription {
    created {
      id
      title
    }
  }
`
const postOf = (id: number): Post => ({ __typename: 'Post', id: `post_${id}`, title: `Wish ${id}` })

/** Returns graphcache as the build of the console changes it. */
async function builtGraphcache(): Promise<Graphcache> {
  const entry = `${ROOT}node_modules/@urql/exchange-graphcache/dist/urql-exchange-graphcache.mjs`
  const built = await build({
    configFile: false,
    envDir: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [releaseDependencies()],
    ssr: { noExternal: true },
    build: { ssr: entry, write: false, minify: false },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('Vite has built no file')
  const directory = await mkdtemp(`${ROOT}node_modules/.cache/graphcache-`)
  onTestFinished(() => rm(directory, { recursive: true }))
  await writeFile(join(directory, 'graphcache.mjs'), chunk.code)
  return (await import(pathToFileURL(join(directory, 'graphcache.mjs')).href)) as Graphcache
}

test('the cache of the console releases the objects that its lists no longer have', async () => {
  const graphcache = await builtGraphcache()
  const sinks: { next: (result: { data: { created: Post } }) => void }[] = []
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    fetch: () => Promise.resolve(Response.json({ data: { posts: [postOf(0)] } })),
    exchanges: [
      graphcache.cacheExchange({
        updates: {
          Subscription: {
            created: ({ created }, _, cache) =>
              void cache.updateQuery({ query: LIST }, () => ({ posts: [created] }) as never),
          },
        },
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: () => ({
          subscribe: (sink) => {
            sinks.push(sink)
            return { unsubscribe: () => undefined }
          },
        }),
      }),
    ],
  })
  const shown: string[] = []
  await new Promise<void>((resolve) => {
    const list = client.query<{ posts: Post[] }>(LIST, {}).subscribe(({ data }) => {
      shown.push(...(data?.posts ?? []).map(({ id }) => id))
      resolve()
    })
    onTestFinished(() => list.unsubscribe())
  })
  const live = client.subscription(CREATED, {}).subscribe(() => undefined)
  onTestFinished(() => live.unsubscribe())
  const before = queryObjects(Set, { format: 'count' })
  for (let id = 1; id <= EVENTS; id++) {
    sinks[0]?.next({ data: { created: postOf(id) } })
    await setImmediate()
  }
  expect(shown.slice(-2)).toEqual([`post_${EVENTS - 1}`, `post_${EVENTS}`])
  // The cache has one set for each object that it has not released.
  expect(queryObjects(Set, { format: 'count' }) - before).toBeLessThan(EVENTS / 10)
})
