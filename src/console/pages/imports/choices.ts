import type { VariablesOf } from 'gql.tada'
import type { START_IMPORT } from './run-actions.ts'
import type { ImportRun, PlannedValue } from './run-documents.ts'
import type { ImportTargets } from './use-targets.ts'

/** Chosen targets of values, by `choiceKey`. A value without one stays as planned. */
export type Choices = Readonly<Record<string, string>>

/** Answers to the decisions of a plan. */
export type Answers = { values: Choices; bucket: string; dateOrder: string; encoding: string }

/** Encodings that a person can name for a file that does not show its own. */
export const ENCODINGS = ['WINDOWS_1252', 'MACINTOSH', 'SHIFT_JIS', 'UTF_16LE', 'UTF_16BE', 'UTF_8'] as const

type Options = NonNullable<VariablesOf<typeof START_IMPORT>['input']['options']>

/** Key of a value among the choices. */
export const choiceKey = ({ field, value }: PlannedValue): string => `${field} ${value}`

/** Returns the decision of a plan with an option of the command line. */
export const decisionOf = (
  { decisions }: ImportRun,
  option: '--bucket' | '--columns' | '--date-order' | '--encoding',
) => decisions.find((decision) => decision.option === option)

/** Returns what a value can become: the keys of things here, which the service finds by slug or name. */
export function targetsOf(
  { field }: PlannedValue,
  { statuses, boards, tags }: ImportTargets,
): { to: string; name: string }[] {
  if (field === 'TAG') return tags.map(({ name }) => ({ to: name, name }))
  const things = field === 'STATUS' ? statuses : boards
  return things.map(({ slug, name }) => ({ to: slug, name }))
}

/** Returns the number of decisions that are missing. */
export function missingIn(run: ImportRun, { values, bucket, dateOrder, encoding }: Answers): number {
  const undecided = run.values.filter((value) => value.needsDecision && !values[choiceKey(value)])
  const others = [
    // Other columns are planned again, which removes the decision.
    decisionOf(run, '--columns'),
    decisionOf(run, '--bucket') && bucket === '',
    decisionOf(run, '--date-order') && dateOrder === '',
    decisionOf(run, '--encoding') && encoding === '',
  ].filter(Boolean)
  return new Set(undecided.map(choiceKey)).size + others.length
}

/** Returns the options that carry the answers. */
export function optionsOf(run: ImportRun, { values, bucket, dateOrder, encoding }: Answers): Options {
  const map = (field: PlannedValue['field']) => {
    const chosen = run.values.flatMap((one) => {
      const to = one.field === field ? values[choiceKey(one)] : undefined
      return to ? [{ from: one.value, to }] : []
    })
    return chosen.length > 0 ? chosen : null
  }
  const named = ENCODINGS.find((one) => one === encoding)
  const [mapStatus, mapBoard, mapTag] = [map('STATUS'), map('BUCKET'), map('TAG')]
  return {
    ...(mapStatus && { mapStatus }),
    ...(mapBoard && { mapBoard }),
    ...(mapTag && { mapTag }),
    ...(bucket !== '' && { bucket }),
    ...((dateOrder === 'DMY' || dateOrder === 'MDY') && { dateOrder }),
    ...(named && { encoding: named }),
  }
}
