import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
/** The same engine without windows, whose pages take two thirds of the CPU time. */
const SHELL = 'chromium-headless-shell'

const folders = (process.env.PATH ?? '').split(delimiter)
const find = (names: string[]): string | null =>
  process.env.CHROMIUM_PATH ??
  names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ??
  null

/** The installed browser, from CHROMIUM_PATH or the PATH. Null without one. */
export const chromiumPath: string | null = find(NAMES)

/** The browser of the tests: the headless shell if it is installed, or the browser. Null without one. */
export const testBrowserPath: string | null = find([SHELL, ...NAMES])
