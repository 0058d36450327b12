import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from './home.ts'

/** Maximum length of the path of a Unix socket, in bytes. It is that of macOS, which is the shortest. */
const MAX_PATH = 103

const directoryOf = ({ dir }: Home) => join(dir, 'postgres.sockets')
const socketOf = (home: Home, port: number) => join(directoryOf(home), `.s.PGSQL.${port}`)

/**
 * Prepares the directory of the server's Unix socket, which only the user of the server and root may enter. Removes
 * the files of a killed server, because PostgreSQL does not start if another process has its process id. Returns its
 * path, or undefined on Windows, where Node.js has no Unix sockets, and for a path that is too long. No server may run
 * on `home`.
 */
export function prepareSocketDirectory(home: Home, port: number): string | undefined {
  if (process.platform === 'win32' || Buffer.byteLength(socketOf(home, port)) > MAX_PATH) return undefined
  const path = directoryOf(home)
  // An existing one remains, because a full disk may have no room for another.
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o700)
  const { uid, gid } = home.user
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  for (const name of readdirSync(path)) rmSync(join(path, name), { force: true })
  return path
}

/**
 * Returns `url`, an address of the running server, through its Unix socket, which costs less CPU time than TCP. Returns
 * `url` itself if the server has none.
 */
export function throughSocket(url: string, home: Home): string {
  const address = new URL(url)
  if (!existsSync(socketOf(home, Number(address.port)))) return url
  // libpq and node-postgres prefer this parameter to the host in the address.
  address.searchParams.set('host', directoryOf(home))
  return address.href
}
