import { preview, toText } from '../../lib/rich-text/html.ts'
import { table, text } from '../print.ts'
import { nextStep } from './next-step.ts'
import type { ShownImport } from './show-run.ts'

const INDENT = '  '
const MAX_SAMPLES = 3
const MAX_VALUES = 20
const MAX_TEXT = 100

/**
 * Returns a plan as a page for people: the decisions first, then numbers, refused records, losses, values and three
 * samples, and at last the command to type next. `args` are those of the command that has planned.
 */
export function planPage(shown: ShownImport, args: readonly string[]): string {
  const { decisions, planned, losses, errors, errorsCount, secondsPlanned } = shown
  const refused = errors.nodes.map((error) => ({ record: recordOf(error), problems: problemsOf(error) }))
  return [
    `Plan ${shown.id} of ${text(shown.fileName ?? shown.sourceName)}: nothing is imported yet.`,
    section('Decisions', decisions),
    section('Records', planned) ?? 'Records: none',
    shown.countedVotes > 0
      ? `${shown.countedVotes} votes become a number, because their voters are not named.`
      : null,
    section('People', peopleOf(shown.people)),
    section(`Refused records (${errorsCount})`, refused, errorsCount),
    section('Columns; --columns field=heading names others', shown.columns ?? []),
    losses.length === 0 ? 'Losses: none' : section('Losses', losses),
    section('Values', shown.values.slice(0, MAX_VALUES).map(valueOf), shown.values.length),
    samplesOf(shown.samples),
    secondsPlanned === null ? null : `The import takes about ${secondsPlanned} s.`,
    nextStep(shown, args),
  ]
    .filter((part) => part !== null)
    .join('\n\n')
}

/** A titled table, with the number of rows that it leaves out. Null without rows. */
function section(title: string, rows: readonly object[], total = rows.length): string | null {
  if (rows.length === 0) return null
  const more = total > rows.length ? `\n${INDENT}and ${total - rows.length} more` : ''
  return `${title}\n${table([...rows], INDENT)}${more}`
}

const recordOf = ({ file, row, externalId }: ShownImport['errors']['nodes'][number]) =>
  row === null ? (externalId ?? file) : `${file ?? ''} row ${row}`

const problemsOf = ({ problems }: ShownImport['errors']['nodes'][number]) =>
  problems
    .map(({ field, value, reason }) => `${field}${value === '' ? '' : ` "${value}"`} ${reason}`)
    .join('; ')

const PEOPLE: Record<string, string> = {
  withEmail: 'new, with an e-mail address',
  withoutEmail: 'new, without an e-mail address',
  byName: 'new, known by name alone',
  present: 'already here',
  erased: 'erased here, and staying so',
}

const peopleOf = (people: ShownImport['people']) =>
  Object.entries(people ?? {}).flatMap(([kind, number]) =>
    number > 0 ? [{ kind: PEOPLE[kind] ?? kind, number }] : [],
  )

const valueOf = ({ field, value, becomes, count }: ShownImport['values'][number]) => ({
  field,
  value,
  becomes: becomes ?? 'left out',
  posts: count,
})

/** The first posts before and after. */
function samplesOf(samples: ShownImport['samples']): string | null {
  if (samples.length === 0) return null
  const lines = samples
    .slice(0, MAX_SAMPLES)
    .flatMap(({ title, after, ...before }) => [
      `${INDENT}${text(title)}`,
      `${INDENT}${INDENT}before  ${lineOf(before)}`,
      `${INDENT}${INDENT}after   ${lineOf(after)}`,
      `${INDENT}${INDENT}text    ${text(preview(toText(after.descriptionHtml), MAX_TEXT)) || 'none'}`,
    ])
  return `Samples\n${lines.join('\n')}`
}

const lineOf = ({
  status,
  bucket,
  tags,
  createdAt,
}: Omit<ShownImport['samples'][number], 'title' | 'after'>) =>
  [status ?? 'no status', bucket ?? 'no board', tags.join(', ') || 'no tags', createdAt ?? 'no date']
    .map(text)
    .join(' · ')
