import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type Listener = {
  port: number
  /** The receiver's URL on this machine, in http. */
  url: string
  /** All connections that were ever opened. */
  sockets: Socket[]
  close: () => Promise<void>
}

/** Starts a receiver that speaks HTTP. */
export function listenHttp(handler: RequestListener): Promise<Listener> {
  return opened(createHttpServer({ keepAliveTimeout: 60_000 }, handler))
}

/** Starts a receiver with custom handling of each connection. */
export function listen(handler: (socket: Socket) => void): Promise<Listener> {
  return opened(createServer(handler))
}

/** Runs `act` and closes the receiver afterwards. */
export async function using(
  receiver: Promise<Listener>,
  act: (receiver: Listener) => Promise<void>,
): Promise<void> {
  const opened = await receiver
  await act(opened).finally(opened.close)
}

function opened(server: Server): Promise<Listener> {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    // A sender that aborts resets the connection.
    socket.on('error', () => {})
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      const close = () =>
        new Promise<void>((done) => {
          server.close(() => done())
          for (const socket of sockets) socket.destroy()
        })
      resolve({ port, url: `http://127.0.0.1:${port}`, sockets, close })
    })
  })
}
