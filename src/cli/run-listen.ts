import { portalOf, type PortalAddress } from '../auth/portal-base.ts'
import { readConfig, type Config } from '../config.ts'
import { createWebhookSender, type WebhookSender } from '../delivery/send-webhook.ts'
import { signatureHeaders } from '../delivery/sign.ts'
import { cursorAfter, eventIdOf } from '../events/cursor.ts'
import type { EventRow } from '../events/event-row.ts'
import { createContext, type Services } from '../graphql/context.ts'
import { renderBody } from '../graphql/execution/render-body.ts'
import { now } from '../lib/time/clock.ts'
import { createLogger } from '../lib/log/logger.ts'
import { currentHead } from '../modules/events/current-head.ts'
import { findOrganization, organizationById } from '../modules/organizations/find-organization.ts'
import { newWebhookSecret } from '../modules/webhooks/new-webhook-secret.ts'
import { asOrganization } from '../modules/webhooks/webhook-owner.ts'
import { schema } from '../schema.ts'
import { bootstrap } from '../server/lifecycle/bootstrap.ts'
import { firstSignal } from '../server/lifecycle/process-events.ts'
import { publicUrlOf } from '../server/lifecycle/public-url.ts'
import { closeRealtime, createServices, openRealtime } from '../server/lifecycle/services.ts'
import { createMetrics } from '../server/metrics/metrics.ts'
import type { ListenOptions } from './listen.ts'

type Organization = PortalAddress & { id: number }

/**
 * Prints and forwards an organization's events until a signal to stop.
 * @throws AppError for an unknown organization
 */
export async function runListen(options: ListenOptions, { json }: { json: boolean }): Promise<void> {
  const config = readConfig()
  const log = createLogger('warn', { destination: process.stderr, human: process.stderr.isTTY === true })
  const signal = firstSignal()
  const { database, secretKey, close } = await bootstrap(config, log)
  const metrics = createMetrics()
  const live = openRealtime(database, log, metrics)
  try {
    const { id } = await findOrganization(database.kysely, options.org)
    const organization = await organizationById(database.kysely, id)
    const site = { publicUrl: publicUrlOf(config), pinned: config.publicUrl !== null }
    const services = createServices({ database, secretKey, site, live, metrics }, config)
    const stop = await follow(services, organization, options, createWriter(json), config)
    await signal
    await stop()
  } finally {
    await closeRealtime(live)
    await close()
  }
}

type WriteLine = (fields: object, text: string) => void

const createWriter =
  (json: boolean): WriteLine =>
  (fields, text) =>
    void process.stdout.write(`${json ? JSON.stringify(fields) : text}\n`)

/** Starts following the events. Returns the function that stops after the last one is sent. */
async function follow(
  services: Services,
  organization: Organization,
  { forwardTo, types, org, secret = newWebhookSecret() }: ListenOptions,
  writeLine: WriteLine,
  config: Config,
): Promise<() => Promise<void>> {
  const allowedHosts = new Set(forwardTo ? [forwardTo.hostname] : [])
  const { webhookTimeout: timeoutMs, version } = config
  const sender = createWebhookSender({ allowedHosts, timeoutMs, version })
  let last = Promise.resolve()
  const forwardEvent = async (event: EventRow) => {
    const id = eventIdOf(event)
    const body = await renderBody(schema, null, event, contextOf(services, organization))
    writeLine(
      JSON.parse(body) as object,
      `${event.createdAt.toISOString()} ${event.type} ${id} ${titleOf(event)}`,
    )
    if (forwardTo) writeLine(...(await forward(sender, forwardTo, { id, body, secret })))
  }
  const head = await currentHead(services.db, organization.id)
  const take = (event: EventRow) => {
    if (types && !types.includes(event.type)) return
    last = last
      .then(() => forwardEvent(event))
      .catch((error: unknown) => void process.stderr.write(`${(error as Error).message}\n`))
  }
  const stop = services.feed.subscribe(organization.id, take, cursorAfter(head.last))
  const summary = { listening: org, forwardTo: forwardTo?.href ?? null, secret: forwardTo ? secret : null }
  writeLine(
    summary,
    `listening to ${org}${forwardTo ? `, forwarding to ${forwardTo.href} signed with ${secret}` : ''}`,
  )
  return async () => {
    stop()
    await last
    await sender.close()
  }
}

async function forward(
  sender: WebhookSender,
  url: URL,
  { id, body, secret }: { id: string; body: string; secret: string },
): Promise<[object, string]> {
  const bytes = Buffer.from(body)
  const headers = signatureHeaders({ id, body: bytes, at: now(), secrets: [secret] })
  const { status, error, durationMs } = await sender.send({ url: url.href, body: bytes, headers })
  return [
    { forwarded: id, status, error, durationMs },
    `  forwarded in ${durationMs} ms: ${error ?? `answered ${status}`}`,
  ]
}

const contextOf = (services: Services, organization: Organization) =>
  createContext(services, asOrganization(organization.id, portalOf(organization)), {
    requestId: 'listen',
    address: '',
  })

function titleOf({ snapshot }: EventRow): string {
  const { title, name } = snapshot as { title?: string; name?: string }
  return (title ?? name ?? '').replace(/\p{Cc}/gu, ' ')
}
