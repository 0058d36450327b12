import { useEffect, useState } from 'react'
import { useQuery, type CombinedError } from 'urql'
import { graphql } from '../../graphql.ts'
import { useNewestEvents } from '../../live/live.tsx'

/** The body with a document, and the built-in one. An event that is unknown has none. */
const PREVIEW = graphql(`
  query Preview($eventId: ID!, $document: String) {
    own: previewWebhook(eventId: $eventId, document: $document) {
      body
    }
    builtIn: previewWebhook(eventId: $eventId) {
      body
    }
  }
`)

/** Milliseconds without a change after which a text is previewed. */
const PAUSE_MS = 400
/** Id of no event. A document is checked with it all the same. */
const NO_EVENT = 'evt_0_0'

/** Reason for which a document is refused, and its line, if it has one. */
export type Refusal = { message: string; line: number | null }

/** Previews a document against an event: by default the newest one, or the first that arrives. */
export function usePreview(document: string | null) {
  const events = useNewestEvents()
  const [chosen, setChosen] = useState<string | null>(null)
  const [first, setFirst] = useState<string | null>(null)
  const newest = events?.find(({ type }) => !type.startsWith('WEBHOOK'))?.id ?? null
  // The events may arrive after the page, and the preview does not change with later ones.
  if (first === null && newest !== null) setFirst(newest)
  const eventId = (chosen ?? first ?? NO_EVENT).trim() || NO_EVENT
  const variables = useSettled(document, eventId)
  const [{ data, error, fetching }] = useQuery({ query: PREVIEW, variables })
  return {
    events: events ?? [],
    eventId: chosen ?? first ?? '',
    choose: setChosen,
    own: data?.own?.body ?? null,
    builtIn: data?.builtIn?.body ?? null,
    isReading: fetching,
    refusal: error ? reasonOf(error) : null,
  }
}

/** The variables as they were when they last did not change for a while. */
function useSettled(document: string | null, eventId: string) {
  const [settled, setSettled] = useState({ document, eventId })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ document, eventId }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [document, eventId])
  return settled
}

function reasonOf({ graphQLErrors, message }: CombinedError): Refusal {
  const [error] = graphQLErrors
  const location = error?.extensions.documentLocation as { line?: number } | undefined
  const text = error?.message.replace(/^"document" is refused: /, '') ?? message
  return { message: text, line: location?.line ?? null }
}

export type PreviewState = ReturnType<typeof usePreview>
