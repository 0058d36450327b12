import { join } from 'node:path'

/**
 * Command of the server that copies a segment of its log to the directory `archive`. A segment has its name when it is
 * complete and on the disk. One that has other content is never replaced, and the command fails.
 */
export function archiveCommand(archive: string): string {
  const [target, draft] = [quoted(join(archive, '%f')), quoted(join(archive, '.%f.part'))]
  const copy = `cp "%p" ${draft} && sync ${draft} && mv ${draft} ${target} && sync ${quoted(archive)}`
  return `if test -e ${target}; then cmp -s "%p" ${target}; else ${copy}; fi`
}

/** Status above 125, with which a recovery fails. With another one it ends as at the end of the archive. */
const CANNOT_COPY = 200

/** Command of a recovery that fetches segments from `archive`, or only the origins of timelines, which have names. */
export function fetchCommand(archive: string | null, isTimelinesOnly: boolean): string {
  if (archive === null) return 'exit 1'
  const source = quoted(join(archive, '%f'))
  const fetch = `if test -e ${source}; then cp ${source} "%p" || exit ${CANNOT_COPY}; else exit 1; fi`
  return isTimelinesOnly ? `case %f in *.history) ${fetch};; *) exit 1;; esac` : fetch
}

/** Quotes a path for the shell. PostgreSQL replaces `%f` and `%p`, and takes `%%` for a percent sign. */
const quoted = (path: string) => `'${path.replace(/%(?!f(?:\.part)?$)/g, '%%').replaceAll("'", `'\\''`)}'`
