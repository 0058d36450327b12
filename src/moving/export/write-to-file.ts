import { writeStreamWhole } from '../../lib/files/write-whole.ts'
import { finishExport } from './finish-export.ts'
import { withExport, type ExportContext, type ExportRequest } from './write-export.ts'
import type { FileEntry } from './zip-writer.ts'

/** Number of times that an export is written before erasures wait for it. */
const TRIES = 2

/** Ends an attempt during which a person was erased. */
class StaleExport extends Error {}

/**
 * Writes an export of an organization to a file, which is replaced when the export is complete. If a person was erased
 * in the meantime, it is written again, at last while erasures wait.
 * @throws Error of `withExport`, and Error that names the file
 */
export async function writeCurrent(
  context: ExportContext,
  request: ExportRequest,
  path: string,
): Promise<{ bytes: number; files: Readonly<Record<string, FileEntry>> }> {
  for (let tries = 0; ; tries++)
    try {
      return await write(context, { ...request, holdsErasures: tries >= TRIES }, path)
    } catch (error) {
      if (!(error instanceof StaleExport)) throw error
    }
}

function write(context: ExportContext, request: ExportRequest, path: string) {
  const { organizationId, options, holdsErasures } = request
  return withExport(context, request, async ({ bytes, files, erasures }) => {
    const isSafe = holdsErasures === true || options.withoutPersonalData
    const written = { organizationId, personId: null, erasures: isSafe ? null : erasures }
    const finish = (put: () => Promise<void>) =>
      finishExport(context.db, written, async (_tx, isStale) => {
        if (isStale) throw new StaleExport()
        await put()
      })
    return { bytes: await writeStreamWhole(path, bytes, finish), files }
  })
}
