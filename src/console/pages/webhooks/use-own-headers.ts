import { useState } from 'react'

/** Headers that are entered, each with a number that stays, and Basic credentials. */
export type OwnHeaders = {
  rows: readonly { id: number; name: string; value: string }[]
  basic: { username: string; password: string } | null
}

/** Headers that replace the stored ones by nothing. */
export const NO_HEADERS: OwnHeaders = { rows: [], basic: null }

/**
 * State of the headers of a form. `draft` is null while the stored ones stay. `send` returns the fields of the input.
 * `refusedRow` returns the number of the sent row that a reason of the API names, and undefined without one.
 */
export function useOwnHeaders() {
  const [draft, setDraft] = useState<OwnHeaders | null>(null)
  const [sent, setSent] = useState<OwnHeaders | null>(null)
  const send = () => {
    setSent(draft)
    return draft ? inputOf(draft) : {}
  }
  const refusedRow = (reason: string | undefined) =>
    sent?.rows.findLast(({ name }) => reason?.includes(JSON.stringify(name.trim())))?.id
  return { draft, setDraft, send, refusedRow }
}

const inputOf = ({ rows, basic }: OwnHeaders) => ({
  headers: rows.map(({ name, value }) => ({ name: name.trim(), value: value.trim() })),
  ...(basic && { basicAuth: basic }),
})
