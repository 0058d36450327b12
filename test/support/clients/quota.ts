import { expect } from 'vitest'
import type { Answer } from '../app.ts'

type Quota = { remaining: number; resetsIn: number }

/** Creates the reader of the headers of a limit: remaining units, and seconds until the next window. */
export function quotaIn(limit: number) {
  return ({ headers }: Pick<Answer, 'headers'>): Quota => {
    const [, remaining, resetsIn] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
    expect(headers.get('ratelimit-policy')).toBe(`"default";q=${limit};w=60`)
    return { remaining: Number(remaining), resetsIn: Number(resetsIn) }
  }
}
