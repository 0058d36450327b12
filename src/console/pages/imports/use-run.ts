import { useCallback, useEffect, useRef } from 'react'
import { useQuery, useSubscription } from 'urql'
import { useRereads } from '../../live/use-rereads.ts'
import { IMPORT_PROGRESS, IMPORT_RUN } from './run-documents.ts'

const never = () => false
/** Milliseconds between two reads, for what another admin does. */
const INTERVAL_MS = 5_000
const WORKING = new Set(['PLANNING', 'RUNNING', 'UNDOING'])

/** Reads an import, follows its progress while it works, and reads it again when its state changes. */
export function useRun(id: string) {
  const [{ data, error }, execute] = useQuery({ query: IMPORT_RUN, variables: { id } })
  const read = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  const run = data?.importRun
  const state = run?.state
  useSubscription({
    query: IMPORT_PROGRESS,
    variables: { id },
    pause: state === undefined || !WORKING.has(state),
  })
  useRereads({ read, changesWith: never, everyMs: INTERVAL_MS })
  const last = useRef(state)
  useEffect(() => {
    if (last.current !== undefined && last.current !== state) read()
    last.current = state
  }, [state, read])
  return { run, error, read }
}
