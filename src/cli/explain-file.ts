import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the message of an error. One of the file system is a sentence that names the file. */
export function explainFile(error: Error): string {
  const { code, path, syscall, message } = error as NodeJS.ErrnoException
  if (syscall === undefined || syscall === 'connect') return message
  if (code === 'EISDIR') return `${path ?? 'The path'} is a directory: name a file`
  if (path === undefined) return message
  if (code === 'ENOENT')
    return existsSync(dirname(path)) ? `There is no file ${path}` : `There is no directory ${dirname(path)}`
  if (code === 'EEXIST') return `${path} exists already: name a new file`
  if (code === 'EACCES' || code === 'EPERM') return `This user may not open ${path}`
  return message
}
