import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GraphQLSchema } from 'graphql'
import type { Services } from '../graphql/context.ts'
import { isConnectionError } from '../db/errors/connection-errors.ts'
import { fairBatches, type FairBatches } from '../lib/concurrency/fair-batches.ts'
import { FairQueue, limits } from '../lib/concurrency/fair-queue.ts'
import { loop, type Job, type Loop } from '../lib/concurrency/loop.ts'
import { retry } from '../lib/concurrency/retry.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/log/logger.ts'
import { PAUSED } from '../modules/mail/paused.ts'
import { claimMails, LEASE_S } from './claim-mails.ts'
import { FAULT, nextState } from './next-state.ts'
import { newsMaker } from './news/news-message.ts'
import { sendLimits } from './send-limits.ts'
import { sendMail, type SendTools } from './send-mail.ts'
import { readSenders, type Sender } from './senders.ts'
import type { SendingSettings } from './settings.ts'
import { storeResults, type MailResult } from './store-results.ts'
import { CONNECTIONS, openTransport, type MailTransport } from './transport.ts'
import { withSuppressions, type SendableMail } from './with-suppressions.ts'

type MailWorkerOptions = {
  services: Services
  schema: GraphQLSchema
  /** Null without an SMTP server: messages are stored. */
  settings: SendingSettings | null
  log: Logger
  /** Delays after which a server that refuses all mail is tried again, in milliseconds. */
  pauses?: readonly number[]
}

/** Maximum number of mails that a worker holds. */
const MAX_HELD = 100
const POLL_MS = 1_000
/** Time in which results are gathered for one statement, in milliseconds. */
const GATHER_MS = 20
const STORE_AGAIN_MS = 1_000
const MAX_STORES = 600
/** Age of a lease after which its mail is not begun any more. */
const BEGIN_WITHIN_MS = (LEASE_S * 1_000) / 2
/** Grace period of running messages after the stop, in milliseconds. */
const GRACE_MS = 4_000
const PAUSES = [60_000, 300_000, 900_000]

/**
 * Starts sending queued mails. Any number of processes may run it on one database. The mails of a killed process are
 * sent again when its leases expire: at most one more copy of each that it was sending.
 */
export function startMail(options: MailWorkerOptions): Job {
  return new Worker(options)
}

class Worker implements Job {
  readonly #options: MailWorkerOptions
  readonly #owner = randomUUID()
  readonly #slots = new FairQueue(limits({ most: CONNECTIONS, mostOfKey: CONNECTIONS }))
  readonly #results: FairBatches<number, MailResult, void>
  readonly #running = new Set<Promise<void>>()
  readonly #tools: SendTools
  readonly #claiming: Loop
  readonly #stopListening: () => void
  #transport: MailTransport | null = null
  #isStopping = false
  /** Whether results are not stored any more, because the database is about to be closed. */
  #isOver = false
  /** Number of times in a row that the server has refused all mail, and the monotonic time of the next try. */
  #refusals = 0
  #pausedUntil = 0

  constructor(options: MailWorkerOptions) {
    const { services, schema, settings, log } = options
    const { db, keys, site, notifications } = services
    this.#options = options
    this.#tools = {
      ...{ db, keys, schedule: settings?.retrySchedule ?? [] },
      bounceAddress: settings?.bounceAddress ?? null,
      transport: settings && (() => (this.#transport ??= openTransport(settings))),
      limits: sendLimits(settings ?? { perMinute: 0, perDomainPerMinute: 0 }),
      host: new URL(site.publicUrl).hostname,
      makeNews: newsMaker(schema, services),
    }
    const store = { db, keys, owner: this.#owner }
    this.#results = fairBatches({
      ...{ most: 1, mostOfKey: 1, size: MAX_HELD, isSplit: async (error) => !isConnectionError(error) },
      work: async (results) => {
        await storeResults(store, results)
        // The results of this time share the next statement.
        await sleep(GATHER_MS)
        return results.map(() => undefined)
      },
    })
    this.#claiming = loop({ name: 'sending mail', log, round: () => this.#claim(), failedMs: POLL_MS })
    this.#stopListening = notifications.on('mails', this.#claiming.wake)
  }

  /** Stops claiming, waits for running messages and releases the others. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopListening()
    await this.#claiming.stop()
    const ending = new AbortController()
    const late = sleep(GRACE_MS, null, { signal: ending.signal }).catch(() => null)
    await Promise.race([Promise.all(this.#running), late])
    ending.abort()
    this.#isOver = true
    this.#transport?.close()
  }

  /** Claims mails for the free slots. Returns the delay before the next claim, in milliseconds. */
  async #claim(): Promise<number> {
    const { db, keys } = this.#tools
    // After a refusal of all mail, one mail shows whether the server accepts them again.
    const room = this.#refusals > 0 ? 1 - this.#running.size : MAX_HELD - this.#running.size
    if (room <= 0 || performance.now() < this.#pausedUntil) return POLL_MS
    const claimedAt = performance.now()
    const mails = await withSuppressions(db, keys, await claimMails(db, this.#owner, room))
    if (mails.length === 0) return POLL_MS
    const settings = { settings: this.#options.settings, host: this.#tools.host }
    const organizationIds = mails.map((mail) => mail.organizationId)
    const senders = await readSenders(db, organizationIds, settings)
    for (const mail of mails) this.#start(mail, senders.get(mail.organizationId), claimedAt)
    return 0
  }

  #start(mail: SendableMail, sender: Sender | undefined, claimedAt: number): void {
    const work = this.#work(mail, sender, claimedAt)
      .catch((error: unknown) => {
        const { organizationId, id } = mail
        this.#options.log.error({ err: error, organizationId, mailId: id }, 'a mail could not be worked on')
      })
      .finally(() => {
        this.#running.delete(work)
        if (this.#running.size < MAX_HELD / 2) this.#claiming.wake()
      })
    this.#running.add(work)
  }

  async #work(mail: SendableMail, sender: Sender | undefined, claimedAt: number): Promise<void> {
    const result = await this.#slots.run(mail.organizationId, async (): Promise<MailResult> => {
      if (!sender) return { mail, state: 'failed', reason: 'Its organization does not exist' }
      const isLate = performance.now() - claimedAt > BEGIN_WITHIN_MS
      return isLate || this.#isStopping || performance.now() < this.#pausedUntil
        ? { mail, state: 'queued', isFree: true }
        : this.#send(mail, sender)
    })
    this.#heed(result)
    await retry(() => this.#results.run(mail.organizationId, result), {
      delayMs: STORE_AGAIN_MS,
      maxTries: MAX_STORES,
      until: () => this.#isOver,
    })
    this.#report(result)
  }

  /** Returns the result of a mail, also after an unexpected error. Without the database, its lease has to end. */
  async #send(mail: SendableMail, sender: Sender): Promise<MailResult> {
    try {
      return await sendMail(this.#tools, mail, sender)
    } catch (error) {
      if (isConnectionError(error)) throw error
      if (error instanceof AppError) return { mail, state: 'failed', reason: error.message }
      const { organizationId, id } = mail
      this.#options.log.error({ err: error, organizationId, mailId: id }, 'a mail could not be made')
      return {
        mail,
        ...nextState({ reply: FAULT, tries: mail.tries, schedule: this.#tools.schedule, leftMs: Infinity }),
      }
    }
  }

  /** Pauses all mail after a refusal of the login or the sender, until the server accepts a mail. */
  #heed({ state, reason, reply = '' }: MailResult): void {
    if (state === 'sent') this.#refusals = 0
    if (reason !== PAUSED) return
    const pauses = this.#options.pauses ?? PAUSES
    this.#pausedUntil = performance.now() + (pauses[Math.min(this.#refusals, pauses.length - 1)] ?? 0)
    this.#refusals++
    const status = loggedReply(reply)
    this.#options.log.error({ status }, 'the mail server refuses all mail; `doctor` prints its words')
  }

  /** Counts a final state, and logs a try without the address, the subject and the content. */
  #report({ mail, state, reply = '' }: MailResult): void {
    const { organizationId, id: mailId, kind } = mail
    const { log, services } = this.#options
    if (state === 'queued') {
      if (reply) log.warn({ organizationId, mailId, kind, status: loggedReply(reply) }, 'mail is tried again')
      return
    }
    services.metrics.countMail(kind, state)
    log.info({ organizationId, mailId, kind }, `mail ${state}`)
  }
}

/** Returns the status of a reply, whose text may have an address, or the error of a connection. */
const loggedReply = (reply: string) => /^\d[\d .-]*/.exec(reply)?.[0].trim() ?? reply
