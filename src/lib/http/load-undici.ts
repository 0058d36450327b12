import { createRequire } from 'node:module'
import type * as Undici from 'undici'

const load = createRequire(import.meta.url)
let loaded: typeof Undici | undefined

/**
 * Returns the package `undici`, which is loaded at the first call. A process that sends no requests saves its memory.
 */
export const undici = (): typeof Undici => (loaded ??= load('undici') as typeof Undici)
