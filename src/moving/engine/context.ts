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
  /** Opens the client of `fetchAssets`. */
  openPictures?: (() => PictureClient) | undefined
}

/** Fetches pictures from other addresses. */
export type PictureClient = {
  /** @throws PictureRefused for a picture that cannot be had; the reason of the signal */
  fetch: (address: string, signal?: AbortSignal) => Promise<Buffer>
  close: () => Promise<void>
}

/** A picture cannot be fetched. The message is a sentence for a person. */
export class PictureRefused extends Error {}

/** Key of a run. */
export type RunKey = { organizationId: number; id: number }

/** A source as it is opened for a plan and for a run. `votes` is the second file of plain CSV. */
export type OpenedSource = { files: SourceFiles; votes?: SourceFiles | undefined }

/** Opens the source of a run. Each call gives the same bytes. The engine closes it. */
export type OpenSource = () => Promise<OpenedSource>
