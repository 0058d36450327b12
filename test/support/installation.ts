import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyInstallation, type Prepared } from './prepare-installations.ts'
import { temporaryDirectory } from './program.ts'

/** Copies the files of an installation whose first start is over to a data directory. */
export async function installPrepared(prepared: Prepared, dataDir: string): Promise<void> {
  const installations = inject('installations')
  if (installations === null) throw new Error('the run has no prepared installations: see global-setup.ts')
  await copyInstallation(join(installations, prepared), dataDir)
}

/** Creates a temporary data directory whose first start is over. */
export async function temporaryInstallation(prepared: Prepared): ReturnType<typeof temporaryDirectory> {
  const directory = await temporaryDirectory()
  await installPrepared(prepared, directory.path)
  return directory
}

/** The secret key that an installation has generated. Its database refuses others. */
export async function secretKeyOf(dataDir: string): Promise<Buffer> {
  const [key = ''] = (await readFile(join(dataDir, 'secret.key'), 'utf8')).split('\n')
  return Buffer.from(key, 'base64')
}
