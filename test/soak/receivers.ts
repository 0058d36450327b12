import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { randomOf } from '../../src/seed/random.ts'
import type { Json } from '../support/json.ts'
import type { Caller } from './caller.ts'
import type { Delays } from './delays.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

/** The messages that a receiver received under one id. */
export type Copies = { event: string; createdAt: number; digest: string; count: number; answered: number }

export type SoakReceiver = {
  name: string
  /** Types of events that its webhook subscribes to. */
  events: string[]
  /** Received messages by webhook-id. */
  received: Map<string, Copies>
}

export type Receivers = {
  all: SoakReceiver[]
  /** Makes the second good receiver respond late until the returned function is called. */
  slowDown(): () => void
  /** Makes all receivers respond with success from now on. */
  heal(): void
  close(): Promise<void>
}

const POST_EVENTS = ['post_created', 'post_updated', 'post_completed']
const ALL_EVENTS = [...POST_EVENTS, 'changelog_created', 'changelog_updated', 'changelog_published']
const OWN_DOCUMENT = `subscription { events { id type
  ... on PostEvent { snapshot { title slug } } ... on ChangelogEvent { entry: snapshot { title } } } }`

type Answer = (response: ServerResponse, accept: () => void) => void

/**
 * Starts good and bad receivers, each with a webhook. Every message is verified and recorded before the
 * response.
 */
export async function startReceivers(
  { caller, ledger, delays, seed }: { caller: Caller; ledger: Ledger; delays: Delays; seed: number },
  { tenant }: World,
): Promise<Receivers> {
  const random = randomOf(seed, 'receivers')
  const hanging = new Set<ServerResponse>()
  let isHealed = false
  let isSlow = false
  const late: Answer = (_, accept) => void setTimeout(accept, random.integer(2_000, 10_000))
  const fail: Answer = (response) => void response.writeHead(500).end('out of order')
  const kinds: { name: string; events: string[]; document?: string; answer: Answer }[] = [
    { name: 'good', events: ALL_EVENTS, answer: (_, accept) => accept() },
    {
      name: 'good-own-document',
      events: ALL_EVENTS,
      document: OWN_DOCUMENT,
      answer: (response, accept) => (isSlow ? late(response, accept) : accept()),
    },
    { name: 'slow', events: ['changelog_published'], answer: late },
    {
      name: 'failing',
      events: ALL_EVENTS,
      answer: (response, accept) => (random.chance(0.3) ? fail(response, accept) : accept()),
    },
    { name: 'hanging', events: ['changelog_published'], answer: (response) => void hanging.add(response) },
    {
      name: 'closing',
      events: ['post_completed', 'changelog_created'],
      answer: (response, accept) => (random.chance(0.5) ? void response.destroy() : accept()),
    },
  ]
  const all = kinds.map(({ name, events }): SoakReceiver => ({ name, events, received: new Map() }))
  const secrets = new Map<string, string>()

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const name = request.url?.slice(1) ?? ''
      const [webhookPath, kind] = [
        all.find((other) => other.name === name),
        kinds.find((other) => other.name === name),
      ]
      if (!webhookPath || !kind) return void response.writeHead(404).end()
      const text = Buffer.concat(chunks).toString()
      const copies = record(webhookPath, request.headers, text, secrets.get(name) ?? '', ledger)
      // The only receiver whose body contains the timestamp and that never delays a response.
      if (name === 'good' && copies.count === 1) delays.note(name, copies.event, copies.createdAt)
      const accept = () => {
        copies.answered++
        response.end('thank you')
      }
      if (isHealed) accept()
      else kind.answer(response, accept)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const { name, events, document } of kinds) {
    const { outcome, body } = await caller.send({
      door: 'REST',
      purpose: 'create webhook',
      method: 'POST',
      path: '/api/v3/webhooks',
      headers: tenant.keyAndAdmin,
      body: { url: `http://127.0.0.1:${port}/${name}`, events, ...(document && { document }) },
    })
    if (outcome !== 'done') throw new Error(`no webhook: ${JSON.stringify(body)}`)
    secrets.set(name, String(body.secret))
  }
  return {
    all,
    slowDown() {
      isSlow = true
      return () => void (isSlow = false)
    },
    heal() {
      isHealed = true
      for (const response of hanging) response.destroy()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function record(
  { name, received }: SoakReceiver,
  headers: IncomingHttpHeaders,
  text: string,
  secret: string,
  ledger: Ledger,
): Copies {
  const id = String(headers['webhook-id'])
  // Does not use `verify`: the timestamp of a process with a wrong clock would count as an invalid signature.
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
  if (
    !String(headers['webhook-signature'])
      .split(' ')
      .includes(new Webhook(secret).sign(id, sentAt, text))
  )
    ledger.breach('bad signature', `${name} ${id}`)
  const body: Json = JSON.parse(text)
  // The documented body has the REST name of the event, an own document that of GraphQL.
  const type = String(body.event ?? body.type).toLowerCase()
  const event = `${type} ${body.data?.title ?? (body.snapshot ?? body.entry)?.title}`
  const digest = createHash('sha256').update(text).digest('base64url')
  const copies = received.get(id) ?? { event, createdAt: body.created * 1_000, digest, count: 0, answered: 0 }
  received.set(id, copies)
  copies.count++
  ledger.write({ receiver: name, id, event, copy: copies.count })
  if (copies.digest !== digest) ledger.breach('two bodies', `${name} ${id} ${event}`)
  return copies
}
