import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The installed browser, from CHROMIUM_PATH or the PATH. Null without one. */
export const chromiumPath: string | null =
  process.env.CHROMIUM_PATH ??
  NAMES.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))).find(
    (path) => existsSync(path),
  ) ??
  null
