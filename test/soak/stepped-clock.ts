import { readFileSync } from 'node:fs'

/**
 * A preload for a process of the service whose clock must be wrong. `Date` is ahead by the milliseconds in
 * the file CLOCK_FILE. The file is read at the start and again at each SIGUSR2. Timers and performance.now()
 * are unaffected, as when an operator or NTP steps the clock of a machine.
 */
const file = process.env.CLOCK_FILE ?? ''
let aheadMs = 0
const read = () => void (aheadMs = Number(readFileSync(file, 'utf8')))
read()
process.on('SIGUSR2', read)

const now = Date.now.bind(Date)
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now() + aheadMs] : args, newTarget) as object,
  apply: (target) => new target(now() + aheadMs).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => now() + aheadMs : (Reflect.get(target, name, receiver) as unknown),
})
