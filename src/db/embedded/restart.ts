import { assertSuitable } from './cluster.ts'
import { giveToOwner } from './home.ts'
import { tryLock } from './lock.ts'
import { serve, type ServeOptions } from './serve.ts'
import { runningServer } from './server.ts'

type RestartOptions = Omit<ServeOptions, 'others' | 'port'> & {
  /** Port of the lost server, which other processes still use. */
  port: number
  startLock: string
  signal: AbortSignal
}

/**
 * Starts a lost server again on its port and waits until it accepts connections. One of several processes
 * does so. Never creates a cluster, because a missing one may be a disk that is not mounted. Returns false
 * while another process holds the start lock.
 * @throws Error when the server cannot be started, or once `signal` is aborted.
 */
export async function restart({ startLock, ...options }: RestartOptions): Promise<boolean> {
  const { home, binaries } = options
  const starting = tryLock(startLock, 'exclusive')
  if (!starting) return false
  try {
    if (runningServer(home.cluster)?.status === 'ready') return true
    assertSuitable(home.cluster, binaries.major)
    await serve({ ...options, others: true })
    giveToOwner(home.dir)
    return true
  } finally {
    starting.release()
  }
}
