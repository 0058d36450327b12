import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

type RefusingServer = { url: string; close: () => Promise<void> }

/** The server's reaction to a client that has sent its startup message. */
export type Refusal = { code: string; message: string } | 'reset' | 'close' | 'no tls' | 'no answer'

/**
 * Starts a server that implements enough of PostgreSQL's protocol to reject a login (chapter 54.7,
 * ErrorResponse).
 */
export async function startRefusingServer(refusal: Refusal): Promise<RefusingServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      if (refusal === 'reset') socket.resetAndDestroy()
      else if (refusal === 'close') socket.end()
      else if (refusal === 'no tls') socket.end('N')
      else if (refusal !== 'no answer') socket.end(errorResponse(refusal))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgresql://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/name`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function errorResponse({ code, message }: { code: string; message: string }): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
