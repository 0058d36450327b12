import texts from '../../messages/en/import-run.json'
import { messagesOf } from '../../messages.ts'
import { SelectField } from '../../ui/field.tsx'
import { decisionOf, ENCODINGS, type Answers } from './choices.ts'
import type { ImportRun } from './run-documents.ts'
import type { ImportTargets } from './use-targets.ts'

const t = messagesOf(texts)

type DecisionsProps = {
  run: ImportRun
  targets: ImportTargets
  answers: Answers
  onAnswer: (answers: Answers) => void
}

/** Decisions that belong to no value. */
export function Decisions({ run, targets, answers, onAnswer }: DecisionsProps) {
  const encoding = decisionOf(run, '--encoding')
  const boards = targets.boards.filter((bucket) => !bucket.private)
  return (
    <>
      {decisionOf(run, '--bucket') && (
        <SelectField
          label={t('bucket')}
          hint={t('bucket.hint')}
          required
          value={answers.bucket}
          options={[CHOOSE, ...boards.map(({ slug, name }) => ({ value: slug, label: name }))]}
          onChange={({ target }) => onAnswer({ ...answers, bucket: target.value })}
        />
      )}
      {decisionOf(run, '--date-order') && (
        <SelectField
          label={t('dateOrder')}
          required
          value={answers.dateOrder}
          options={[CHOOSE, ...DATE_ORDERS]}
          onChange={({ target }) => onAnswer({ ...answers, dateOrder: target.value })}
        />
      )}
      {encoding && (
        <SelectField
          label={t('encoding')}
          hint={encoding.reason}
          required
          value={answers.encoding}
          options={[CHOOSE, ...NAMED_ENCODINGS]}
          onChange={({ target }) => onAnswer({ ...answers, encoding: target.value })}
        />
      )}
    </>
  )
}

const CHOOSE = { value: '', label: t('value.choose') }
const DATE_ORDERS = (['DMY', 'MDY'] as const).map((value) => ({ value, label: t(`dateOrder.${value}`) }))
const NAMED_ENCODINGS = ENCODINGS.map((value) => ({ value, label: t(`encoding.${value}`) }))
