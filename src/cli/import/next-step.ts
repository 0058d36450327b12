import type { ShownImport } from './show-run.ts'

const COMMAND = 'npm run cli --'
/** Decisions without a proposal, and a way to answer them. */
const ANSWERS: Record<string, string> = {
  '--date-order': '--date-order dmy',
  '--encoding': '--encoding macintosh',
  '--bucket': '--bucket ideas',
  '--columns': '--columns title=Headline',
}

/** Returns the last sentences of a plan: the command to type next, from the arguments of the one that has planned. */
export function nextStep({ id, decisions, errorsCount }: ShownImport, args: readonly string[]): string {
  const given = args.filter((arg) => arg !== '--dry-run' && arg !== '--json')
  const command = [COMMAND, ...given.map(quoted)].join(' ')
  const missing = decisions.flatMap(({ option }) => ANSWERS[option] ?? [])
  if (missing.length > 0) return `Answer the decision, for example:\n  ${command} ${missing.join(' ')}`
  if (decisions.length > 0)
    return `Answer the decisions with their options, or accept these proposals:\n  ${command} --yes`
  const organization = args[args.indexOf('--org') + 1] ?? ''
  const repair = `${COMMAND} import errors ${id} --org ${quoted(organization)} --csv errors.csv`
  return errorsCount === 0
    ? `To import, type:\n  ${command}`
    : `To get the refused rows with their problems, type:\n  ${repair}\nTo import the others, type:\n  ${command}`
}

const quoted = (arg: string) => (/^[\w./:@=+,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`)
