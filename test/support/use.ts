import { afterAll, beforeAll } from 'vitest'
import { startApp, type AppOptions, type TestApp } from './app.ts'
import { createTenant, type Tenant } from './fixtures/scenario.ts'

/** Starts the service before the tests of the file, and stops it after them and after later hooks. */
export function useApp(options: AppOptions = {}): TestApp {
  return use(
    'The app',
    () => startApp(options),
    (app) => app.stop(),
  )
}

/** Creates an organization before the tests of the file. */
export function useTenant(app: TestApp, slug?: string): Tenant {
  return use('The tenant', () => createTenant(app, slug))
}

/** Returns an object that forwards to the one that `start` creates in `beforeAll`. It throws before that. */
function use<T extends object>(
  name: string,
  start: () => Promise<T>,
  stop: (started: T) => Promise<void> = async () => {},
): T {
  let started: T | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    if (started) await stop(started)
    // A worker keeps the modules of the files that it has run.
    started = undefined
  })
  const target = () => {
    if (!started) throw new Error(`${name} is available only in hooks and tests, after it has started`)
    return started
  }
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(target(), key) as unknown,
    has: (_, key) => Reflect.has(target(), key),
    ownKeys: () => Reflect.ownKeys(target()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(target(), key),
    set: (_, key, value) => Reflect.set(target(), key, value),
  })
}
