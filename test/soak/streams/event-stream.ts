import type { Json } from '../../support/json.ts'
import type { Follow } from '../streams.ts'
import { SILENCE_MS, SUBSCRIPTION } from './subscription.ts'

/** Subscribes over server-sent events, resuming with the header Last-Event-ID. */
export const followEventStream: Follow = async ({ url, headers, after, onEvent, signal }) => {
  const silence = new AbortController()
  let alarm = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        'Last-Event-ID': after,
        ...headers,
      },
      body: JSON.stringify({ query: SUBSCRIPTION }),
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) return `status ${response.status}`
    const decoder = new TextDecoder()
    let text = ''
    // The types of Node do not declare that the body is iterable.
    const body = response.body as unknown as AsyncIterable<Uint8Array>
    for await (const chunk of body) {
      clearTimeout(alarm)
      alarm = setTimeout(() => silence.abort(), SILENCE_MS)
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.+)$/m.exec(block)?.[1]
        if (data === undefined) continue
        const message: Json = JSON.parse(data)
        if (message.errors) return `error ${JSON.stringify(message.errors).slice(0, 160)}`
        onEvent(message.data.events)
      }
    }
    return 'ended'
  } catch (error) {
    if (silence.signal.aborted) return 'silence'
    return `broken ${(error as Error & { cause?: { code?: string } }).cause?.code ?? (error as Error).name}`
  } finally {
    clearTimeout(alarm)
  }
}
