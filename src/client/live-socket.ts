import { createClient, type Client } from 'graphql-ws/client'
import { credentialHeaders, type CredentialSource } from './credential.ts'

/** Constructor of sockets, such as `WebSocket` of the package `ws`. */
export type WebSocketConstructor = new (url: string, protocol: string) => unknown

/** Interval of pings on a silent connection, in milliseconds. */
const PING_MS = 20_000
/** A connection without an answer to a ping for this time is dead, in milliseconds. */
const PONG_WITHIN_MS = 10_000
/** Maximum time from opening a socket to the acknowledgement, in milliseconds. */
const ACK_WITHIN_MS = 15_000

/** A socket that the subscriptions of a client share. */
export type LiveSocket = {
  client: Client
  isConnected(): boolean
}

/**
 * Creates a socket to the GraphQL address `url`. It is opened for the first subscription and closed after the last.
 * It reconnects nothing: a subscription that loses it fails with the close event or the error of the socket.
 * @throws Error without an implementation of WebSocket
 */
export function createLiveSocket({
  url,
  credential,
  webSocket,
}: {
  url: URL
  credential: CredentialSource
  webSocket: WebSocketConstructor | undefined
}): LiveSocket {
  if (!webSocket && !('WebSocket' in globalThis && globalThis.WebSocket))
    throw new Error('This runtime has no WebSocket. Pass `webSocket`, such as that of the package ws.')
  let isConnected = false
  let deadline: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url: url.href.replace(/^http/, 'ws'),
    connectionParams: () => credentialHeaders(credential),
    retryAttempts: 0,
    keepAlive: PING_MS,
    connectionAckWaitTimeout: ACK_WITHIN_MS,
    ...(webSocket && { webSocketImpl: webSocket }),
    on: {
      connected: () => (isConnected = true),
      closed: () => {
        isConnected = false
        clearTimeout(deadline)
      },
      ping: (isReceived) => {
        if (!isReceived) deadline = setTimeout(() => client.terminate(), PONG_WITHIN_MS)
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(deadline)
      },
    },
  })
  return { client, isConnected: () => isConnected }
}
