/**
 * Returns what `read` makes of the arguments of the command line. Prints `help` and exits with 0 for `--help`.
 * Prints the message of the error and exits with 2 for wrong arguments.
 */
export function optionsOrExit<Options>(help: string, read: (args: string[]) => Options): Options {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help)
    process.exit(0)
  }
  try {
    return read(args)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(2)
  }
}
