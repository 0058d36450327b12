import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Tenant } from '../support/fixtures/scenario.ts'
import { randomOf } from '../../src/seed/random.ts'
import type { Call, Caller } from './caller.ts'
import type { Ledger } from './ledger.ts'

/** Messages to one address about one post: their ids, and the number of copies. */
type Received = { ids: Set<string>; count: number }

export type MailReceiver = {
  url: string
  /** Messages by address and title of the post. */
  received: ReadonlyMap<string, Received>
  stop(): Promise<void>
}

/** A post whose status has changed. `due` are the voters whose vote was acknowledged, `possible` all of them. */
type News = { title: string; due: string[]; possible: string[]; isAcknowledged: boolean }

type NewsLoad = { all: News[]; stop(): Promise<void> }

const SUBJECT = /^Subject: Planned: (news \d+)\r$/m
const MESSAGE_ID = /^Message-ID: (\S+)\r$/im
const keyOf = (email: string, title: string) => `${email}: ${title}`

/** Starts a mail server that counts the messages about new statuses. */
export async function startMailReceiver(): Promise<MailReceiver> {
  const received = new Map<string, Received>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      const keep = (message: string) => {
        const [title, id] = [SUBJECT.exec(message)?.[1], MESSAGE_ID.exec(message)?.[1]]
        for (const { address } of title === undefined ? [] : envelope.rcptTo) {
          const key = keyOf(address, title ?? '')
          const { ids, count } = received.get(key) ?? { ids: new Set(), count: 0 }
          received.set(key, { ids: ids.add(id ?? ''), count: count + 1 })
        }
        done(null)
      }
      // A sender that is killed leaves a part of a message.
      text(stream).then(keep, (error: Error) => done(error))
    },
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, received, stop }
}

const VOTERS = 12
const VOTERS_OF_POST = 3

/** Starts a team that posts, lets people vote, and then plans the post. */
export async function startNews(
  { caller, seed }: { caller: Caller; seed: number },
  tenant: Tenant,
): Promise<NewsLoad> {
  const random = randomOf(seed, 'news')
  const voters: { email: string; headers: Call['headers'] }[] = []
  for (let index = 0; index < VOTERS; index++) {
    const email = `reader-${index}@people.example`
    voters.push({ email, headers: await tenant.sso({ email, name: `reader ${index}` }) })
  }
  const all: News[] = []
  let isRunning = true
  const send = (purpose: string, headers: Call['headers'], query: string, variables: object) =>
    caller.send({
      ...{ door: 'GraphQL', purpose, method: 'POST', path: '/graphql', headers },
      body: { query, variables },
    })

  async function post(number: number): Promise<void> {
    const title = `news ${number}`
    const created = await send(
      'news',
      tenant.key,
      'mutation ($title: String!) { createPost(input: { title: $title }) { post { id } } }',
      { title },
    )
    if (created.outcome !== 'done') return
    const id = String(created.body.createPost.post.id)
    const news: News = { title, due: [], possible: [], isAcknowledged: false }
    const first = random.integer(0, VOTERS - VOTERS_OF_POST)
    for (const { email, headers } of voters.slice(first, first + VOTERS_OF_POST)) {
      const vote = 'mutation ($id: ID!) { castVote(input: { id: $id, direction: UP }) { post { id } } }'
      const { outcome } = await send('vote for news', headers, vote, { id })
      if (outcome === 'done') news.due.push(email)
      if (outcome !== 'refused') news.possible.push(email)
    }
    const plan =
      'mutation ($id: ID!) { updatePost(input: { id: $id, status: { slug: "planned" } }) { post { id } } }'
    const { outcome } = await send('plan news', tenant.keyAndAdmin, plan, { id })
    if (outcome !== 'refused') all.push({ ...news, isAcknowledged: outcome === 'done' })
  }
  const run = async () => {
    for (let number = 1; isRunning; number++) {
      await post(number)
      await sleep(random.integer(100, 1_000))
    }
  }
  const running = run()
  return {
    all,
    async stop() {
      isRunning = false
      await running
    },
  }
}

/** Compares received messages with acknowledged changes: each voter receives one message, as one or more copies. */
export function checkNews(ledger: Ledger, { received }: MailReceiver, { all }: NewsLoad): void {
  const possible = new Set<string>()
  for (const news of all) {
    for (const email of news.possible) possible.add(keyOf(email, news.title))
    for (const email of news.isAcknowledged ? news.due : [])
      if (!received.has(keyOf(email, news.title))) ledger.breach('mail lost', keyOf(email, news.title))
  }
  for (const [key, { ids }] of received) {
    if (!possible.has(key)) ledger.breach('mail invented', key)
    if (ids.size > 1) ledger.breach('mail invented', `${key} with the ids ${[...ids].join(' ')}`)
  }
}
