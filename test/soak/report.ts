import type { Caller } from './caller.ts'
import type { StoredEvent } from './checks/stored-events.ts'
import type { Delays } from './delays.ts'
import type { Ledger } from './ledger.ts'
import type { Load } from './load.ts'
import type { MemoryWatch } from './memory.ts'
import type { MailReceiver } from './news.ts'
import type { SoakReceiver } from './receivers.ts'
import type { Stream } from './streams.ts'
import { countSteps } from './thing.ts'
import type { Tokens } from './tokens.ts'

type Outcome = {
  minutes: number
  faults: ReadonlyMap<string, number>
  caller: Caller
  load: Load
  tokens: Tokens
  receivers: SoakReceiver[]
  mails: MailReceiver
  streams: Stream[]
  events: StoredEvent[]
  memory: MemoryWatch
  ledger: Ledger
  delays: Delays
  /** Errors that the service has logged, by message. */
  logged: ReadonlyMap<string, number>
}

/** The run as a table, and the violated invariants. */
export function report(outcome: Outcome): string {
  const {
    minutes,
    faults,
    caller,
    load,
    tokens,
    receivers,
    mails,
    streams,
    events,
    memory,
    ledger,
    delays,
    logged,
  } = outcome
  const { acknowledged, unknown } = countSteps(load.things)
  const breach = (...kinds: string[]) =>
    String(kinds.reduce((sum, kind) => sum + (ledger.breaches.get(kind as never)?.count ?? 0), 0))
  const lines: [string, string][] = [
    ['minutes of faults', minutes.toFixed(1)],
    ['faults', `${sum([...faults.values()])}: ${listed(faults)}`],
    ['requests', listed(caller.counts)],
    ['writes', `${acknowledged} acknowledged, ${unknown} unknown; ${events.length} events`],
    ['reads compared', String(load.reads())],
    ['token chains', `${tokens.chains()} with ${tokens.refreshes()} refreshes`],
    ['lost', breach('lost')],
    ['invented', breach('invented')],
    ['half done, inconsistent', `${breach('half done')}, ${breach('inconsistent')}`],
    ['stale reads', breach('stale read')],
    ['webhooks', received(receivers.flatMap((receiver) => [...receiver.received.values()]))],
    ['webhooks lost, invented', `${breach('webhook lost')}, ${breach('webhook invented')}`],
    ['mails', received([...mails.received.values()])],
    ['mails lost, invented', `${breach('mail lost')}, ${breach('mail invented')}`],
    ['two bodies, bad signatures', `${breach('two bodies')}, ${breach('bad signature')}`],
    ...streams.map(({ name, ids, connections, ends }): [string, string] => [
      name,
      `${ids.length} events over ${connections} connections: ${listed(ends)}`,
    ]),
    ['stream gaps, repetitions', `${breach('stream gap')}, ${breach('stream repetition')}`],
    ['wrong statuses', breach('wrong status')],
    ['token breaches', breach('token')],
    ['processes that ended, not ready', `${breach('process ended')}, ${breach('not ready')}`],
    ['delay of events', delays.percentiles()],
    ['late, not drained', `${breach('late')}, ${breach('not drained')}`],
    ['logged errors', listed(logged)],
    ...memoryLines(memory),
  ]
  const table = lines.map(([name, value]) => `${name.padEnd(32)} ${value}`).join('\n')
  const broken = [...ledger.breaches].map(
    ([kind, { count, examples }]) =>
      `\n${kind}: ${count}\n${examples.map((example) => `  ${example}`).join('\n')}`,
  )
  return `\n${table}\n${broken.join('\n')}\n`
}

function memoryLines(memory: MemoryWatch): [string, string][] {
  const statements = memory.statements()
  if (statements.length === 0) return [['memory', 'no process ran long enough for a statement']]
  return statements.map(({ name, minutes, first, last, growthPerHour, isFlat }) => [
    `memory of ${name}`,
    `${first.toFixed(0)} → ${last.toFixed(0)} MB in ${minutes.toFixed(0)} min, ${growthPerHour.toFixed(0)} MB an hour: ${isFlat ? 'flat' : 'grows'}`,
  ])
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const received = (messages: readonly { count: number }[]) =>
  `${sum(messages.map(({ count }) => count))} received, ${sum(messages.map(({ count }) => count - 1))} of them copies`

const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
