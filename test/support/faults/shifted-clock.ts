/**
 * Preloaded by a process whose wall clock must be wrong. Every `Date` is shifted by `TEST_CLOCK_OFFSET_MS`.
 * Monotonic time (`performance.now`) stays right, as it does on a machine whose clock is set.
 */
const offset = Number(process.env.TEST_CLOCK_OFFSET_MS)
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, newTarget) as object,
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + offset : (Reflect.get(target, name, receiver) as unknown),
})
