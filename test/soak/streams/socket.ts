import { WebSocket } from 'ws'
import type { Json } from '../../support/json.ts'
import type { Follow } from '../streams.ts'
import { SILENCE_MS, SUBSCRIPTION } from './subscription.ts'

const PING_MS = 5_000

/** Subscribes over WebSocket (graphql-transport-ws), resuming with the argument `after`. */
export const followSocket: Follow = ({ url, headers, after, onEvent, signal }) =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    let lastMessageAt = performance.now()
    let why = ''
    const send = (message: object) => socket.send(JSON.stringify(message))
    const pinging = setInterval(() => {
      if (performance.now() - lastMessageAt > SILENCE_MS) {
        why = 'silence'
        socket.terminate()
      } else if (socket.readyState === WebSocket.OPEN) send({ type: 'ping' })
    }, PING_MS)
    const abort = () => socket.terminate()
    signal.addEventListener('abort', abort)
    socket.on('open', () => send({ type: 'connection_init', payload: headers }))
    socket.on('message', (data: Buffer) => {
      lastMessageAt = performance.now()
      const message: Json = JSON.parse(data.toString())
      if (message.type === 'connection_ack')
        send({ id: '1', type: 'subscribe', payload: { query: SUBSCRIPTION, variables: { after } } })
      if (message.type === 'next' && message.payload.data) onEvent(message.payload.data.events)
      if (message.type === 'error' || (message.type === 'next' && message.payload.errors)) {
        why = `error ${JSON.stringify(message.payload).slice(0, 160)}`
        socket.close()
      }
      if (message.type === 'complete') socket.close()
    })
    socket.on('error', (error) => (why ||= `error ${(error as NodeJS.ErrnoException).code}`))
    socket.on('close', (code) => {
      clearInterval(pinging)
      signal.removeEventListener('abort', abort)
      resolve(why || `closed ${code}`)
    })
  })
