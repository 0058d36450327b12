/**
 * Preloaded by a process whose wall clock is set forward by an hour whenever it is read. Monotonic time stays right.
 */
const HOUR_MS = 3_600_000
const RealDate = Date
let readings = 0

const jumped = () => RealDate.now() + ++readings * HOUR_MS

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [jumped()] : args, newTarget) as object,
  get: (target, name, receiver) =>
    name === 'now' ? jumped : (Reflect.get(target, name, receiver) as unknown),
})
