import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { OpenSource } from '../../moving/engine/context.ts'
import { openPath } from '../../moving/sources/open-files.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Files of the disk: how to open them, and what a later command must find again. */
type GivenFiles = { open: OpenSource; file: { name: string; bytes: number; sha256: string } }

type Paths = { path: string; votes?: string | undefined; maxEntries?: number | undefined }

/** Returns the files of a path: a file, an archive or a folder. @throws Error of the system if there is none */
export async function openGiven({ path, votes, maxEntries }: Paths): Promise<GivenFiles> {
  const hash = createHash('sha256')
  const bytes = (await stat(path)).isDirectory()
    ? await addFolder(hash, path, maxEntries)
    : await addFile(hash, path)
  if (votes !== undefined) await addFile(hash, votes)
  return {
    open: async () => ({
      files: await openPath(path, { maxEntries }),
      votes: votes === undefined ? undefined : await openPath(votes),
    }),
    file: { name: basename(path), bytes, sha256: hash.digest('hex') },
  }
}

type Hash = ReturnType<typeof createHash>

async function addFile(hash: Hash, path: string): Promise<number> {
  return addStream(hash, createReadStream(path))
}

/** Adds the names and bytes of the files of a folder. */
async function addFolder(hash: Hash, path: string, maxEntries: number | undefined): Promise<number> {
  const files = await openPath(path, { maxEntries })
  let bytes = 0
  for (const name of files.names) {
    hash.update(JSON.stringify([name, files.sizeOf(name)]))
    bytes += await addStream(hash, await files.open(name))
  }
  await files.close()
  return bytes
}

async function addStream(hash: Hash, stream: AsyncIterable<unknown>): Promise<number> {
  let bytes = 0
  for await (const chunk of stream) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return bytes
}
