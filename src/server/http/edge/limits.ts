/** What one client may hold of the server: times in milliseconds, sizes in bytes. */
export type Limits = {
  /** How long the headers of a request may take. */
  headersTimeout: number
  /** How long the body of a request may take. */
  bodyTimeout: number
  /** How long what waits to be sent may wait without any of it being taken. */
  responseTimeout: number
  /** How long a WebSocket may be open before its `connection_init`. */
  socketInitTimeout: number
  connections: number
  connectionsPerAddress: number
  /** WebSockets of one address that have not authenticated. */
  anonymousSocketsPerAddress: number
  /** The largest message of a WebSocket that has authenticated. */
  messageBytes: number
  /** The largest message of any other WebSocket. */
  anonymousMessageBytes: number
}

/** The limits of a server whose operator sets none. */
export const DEFAULT_LIMITS: Limits = {
  headersTimeout: 10_000,
  bodyTimeout: 30_000,
  responseTimeout: 60_000,
  socketInitTimeout: 3_000,
  connections: 10_000,
  connectionsPerAddress: 1_000,
  anonymousSocketsPerAddress: 100,
  messageBytes: 1_048_576,
  anonymousMessageBytes: 65_536,
}
