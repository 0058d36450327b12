import { createServer } from 'node:net'
import { memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'

/**
 * A preload for a process of the service whose memory is watched. For each connection to the socket MEMORY_SOCKET it
 * collects garbage and answers with the bytes in use as JSON. The process runs with `--expose-gc`.
 */
const server = createServer((socket) => {
  const resident = memoryUsage.rss()
  globalThis.gc?.()
  const { heapUsed, external } = memoryUsage()
  const { total_physical_size: heapResident } = getHeapStatistics()
  socket.end(JSON.stringify({ resident, heapUsed, external, heapResident }))
})
server.listen(process.env.MEMORY_SOCKET).unref()
