import type { Db } from '../../db/database.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import type { SourceFiles } from '../sources/source-files.ts'

/** Parts of the service that runs use. */
export type EngineContext = {
  db: Db
  /** Address of the service, for addresses of pictures. */
  publicUrl: string
  /** Maximum number of bytes of pictures of an organization. */
  uploadQuota: number
  /** Keys that encrypt the key of the hashes of erased people. */
  keyring: Keyring
}

/** Key of a run. */
export type RunKey = { organizationId: number; id: number }

/** A source as it is opened for a plan and for a run. `votes` is the second file of plain CSV. */
export type OpenedSource = { files: SourceFiles; votes?: SourceFiles | undefined }

/** Opens the source of a run. Each call gives the same bytes. The engine closes it. */
export type OpenSource = () => Promise<OpenedSource>
