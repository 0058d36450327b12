import type { FetchAnswer, FetchRequest, Send } from '../../../src/moving/fetch/requests.ts'

export type FakeRow = { id: string; [key: string]: unknown }

/** An answer with status 200. */
export const ok = (json: unknown): FetchAnswer => ({ status: 200, headers: {}, json })

/** A server whose faults are used up first, one a request. `lost` is a connection that ends. */
export function fakeServer(
  answer: (request: FetchRequest) => FetchAnswer,
  faults: (FetchAnswer | 'lost')[] = [],
) {
  const requests: FetchRequest[] = []
  const send: Send = async (request) => {
    requests.push(request)
    const fault = faults.shift()
    if (fault === 'lost') throw new Error('socket hang up')
    return fault ?? answer(request)
  }
  return { send, requests }
}

/** A list of rows with ids. */
export const rowsFrom = (count: number, prefix: string): FakeRow[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${String(index + 1).padStart(4, '0')}` }))
