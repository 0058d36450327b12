/** Preloaded by a process whose wall clock is set back by an hour at SIGUSR2. Monotonic time stays right. */
const HOUR_MS = 3_600_000
const RealDate = Date
let offset = 0

process.on('SIGUSR2', () => (offset -= HOUR_MS))
const shifted = () => RealDate.now() + offset

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [shifted()] : args, newTarget) as object,
  get: (target, name, receiver) =>
    name === 'now' ? shifted : (Reflect.get(target, name, receiver) as unknown),
})
