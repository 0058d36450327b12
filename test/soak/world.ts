import { randomBytes } from 'node:crypto'
import { deriveKeys } from '../../src/auth/keys.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { Caller, Headers } from './caller.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

/** The data that exists before the faults start. */
export type World = {
  tenant: Tenant
  /** People who vote, with the headers of their SSO tokens. */
  voters: { email: string; headers: Headers }[]
  /** Posts that receive votes and comments and never change. */
  posts: number[]
  /** Id of the last event before the load. */
  anchor: string
}

export const VOTERS = 40
const POSTS = 50

/** Creates the organization of the load straight in the database. */
export async function foundTenant(url: string, secretKey: Buffer, publicUrl: string): Promise<Tenant> {
  const database = await openDatabase({ url, max: 2 })
  try {
    const site = { publicUrl, pinned: true }
    const services = { db: database.kysely, keys: deriveKeys(secretKey), site }
    return await createTenant({ services }, `soak-${randomBytes(3).toString('hex')}`)
  } finally {
    await database.close()
  }
}

/** Creates the voters and the posts that they vote on, through the API. @throws Error when a request fails */
export async function createWorld(caller: Caller, tenant: Tenant): Promise<World> {
  const run = async (purpose: string, headers: Headers, query: string, variables: object = {}) => {
    const body = { query, variables }
    const reply = await caller.send({
      door: 'GraphQL',
      purpose,
      method: 'POST',
      path: '/graphql',
      headers,
      body,
    })
    if (reply.outcome !== 'done') throw new Error(`${purpose}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const posts: number[] = []
  for (let index = 0; index < POSTS; index++) {
    const title = `base ${index}`
    const { createPost } = await run(
      'base post',
      tenant.key,
      'mutation ($title: String!) { createPost(input: { title: $title }) { post { databaseId } } }',
      { title },
    )
    posts.push(Number(createPost.post.databaseId))
  }
  const voters: World['voters'] = []
  for (let index = 0; index < VOTERS; index++) {
    const email = `voter-${index}@people.example`
    const headers = await tenant.sso({ email, name: `voter ${index}` })
    await run('voter', headers, '{ viewer { actor { id } } }')
    voters.push({ email, headers })
  }
  const { events } = await run('anchor', tenant.key, '{ events(last: 1) { nodes { id } } }')
  return { tenant, voters, posts, anchor: String(events.nodes[0].id) }
}
